import { useId, useRef, useState } from 'react';
import type { Collection } from '../../modules/dreams/contract/collection-schemas.ts';
import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { joinSentences } from '../../modules/kit/texts/sentences.ts';
import { LinkIcon } from '../ui/icons.tsx';
import { useCopy } from '../ui/use-copy.ts';

interface SharePageProps {
  collection: Collection;
  /** Dreams in it, and those among them that others can't watch. */
  count: number;
  hidden: number;
  publicUrl: string;
  /** @throws as api() does */
  onShare: (shared: boolean) => Promise<void>;
  report: (text: string) => void;
}

/** The switch of a collection's public page, and its link. */
export function SharePage({ collection, count, hidden, publicUrl, onShare, report }: SharePageProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy();
  const [busy, setBusy] = useState(false);
  const isOn = collection.share_path !== null;
  const link = publicUrl + collection.share_path;
  const flip = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await onShare(!isOn);
    } catch (error) {
      report(failureText(error, m.dreams_sharing_failed()));
    }
    setBusy(false);
  };
  return (
    <section className="card collection-share" aria-label={m.dreams_collection_share()}>
      <div className="switch-line">
        <button
          type="button"
          className="icon-button"
          role="switch"
          aria-checked={isOn}
          aria-disabled={busy}
          aria-labelledby={id}
          onClick={flip}
        >
          <span className="switch" aria-hidden="true" />
        </button>
        <p>
          <span id={id}>{m.dreams_collection_share()}</span>
          <small>
            {joinSentences([
              m.dreams_collection_share_hint(),
              hidden > 0 && m.dreams_collection_share_hidden({ hidden, count }),
            ])}
          </small>
        </p>
      </div>
      {isOn && (
        <div className="share-row">
          <input
            ref={field}
            className="field"
            aria-label={m.dreams_share_link()}
            value={link}
            readOnly
            dir="ltr"
          />
          <button
            type="button"
            className="button"
            onClick={async () => (await copy(link)) || field.current?.select()}
          >
            <LinkIcon />
            <span aria-live="polite">{copied ? m.dreams_share_copied() : m.dreams_share_copy()}</span>
          </button>
        </div>
      )}
    </section>
  );
}
