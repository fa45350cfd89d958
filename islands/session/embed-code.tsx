import { useId, useRef } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { useCopy } from '../ui/use-copy.ts';
import { CopyIcon } from './icons.tsx';

/** HTML to paste, so that other sites show the dream. */
export function EmbedCode({ code }: { code: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { copied, copy } = useCopy();
  return (
    <details className="share-embed">
      <summary>{m.dreams_share_embed()}</summary>
      <p id={id}>{m.dreams_share_embed_hint()}</p>
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={4}
        value={code}
        dir="ltr"
        spellCheck={false}
        translate="no"
        aria-label={m.dreams_share_embed()}
        aria-describedby={id}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className="button"
        onClick={async () => (await copy(code)) || field.current?.select()}
      >
        <CopyIcon />
        <span aria-live="polite">{copied ? m.dreams_share_copied() : m.dreams_share_embed_copy()}</span>
      </button>
    </details>
  );
}
