import { useId, useRef } from 'react';
import { EMBED_WIDTH, embedCode, embedHeight } from '../../modules/dreams/contract/embed-code.ts';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { nameOf } from '../../modules/dreams/contract/sort.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { CopyIcon } from '../ui/icons.tsx';
import { useCopy } from '../ui/use-copy.ts';

/** HTML to paste, so that other sites show the dream. */
export function EmbedCode({ session, publicUrl }: { session: SessionDetail; publicUrl: string }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { copied, copy } = useCopy();
  const title = nameOf(session) || m.dreams_untitled();
  const code = embedCode({ publicUrl, id: session.session_id, title }, EMBED_WIDTH, embedHeight(EMBED_WIDTH));
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
