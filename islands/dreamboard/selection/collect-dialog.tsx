import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { CollectAnswer, ContainingAnswer } from '../../../modules/dreams/contract/collection-schemas.ts';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { Modal } from '../../ui/modal.tsx';
import { NewCollection } from '../../ui/new-collection.tsx';
import type { NamedCollection } from '../use-board.ts';
import type { About } from './about.ts';

interface CollectDialogProps {
  about: About;
  /** Called with all collections whenever one or its dreams have changed. */
  onChange: (collections: NamedCollection[]) => void;
  onClose: () => void;
}

type Listed = ContainingAnswer['collections'][number];

/** Puts dreams into collections, and takes them out. */
export default function CollectDialog({ about, onChange, onClose }: CollectDialogProps) {
  const [answer, setAnswer] = useState<ContainingAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const asked = useRef(about);

  const load = useCallback(async (): Promise<ContainingAnswer | null> => {
    setFault(null);
    try {
      const read = await api<ContainingAnswer>('POST', '/api/collections/containing', asked.current);
      setAnswer(read);
      return read;
    } catch (error) {
      setFault(failureText(error, m.dreams_collections_failed()));
      return null;
    }
  }, []);
  useEffect(() => void load(), [load]);

  async function collect({ id, name }: { id: string; name: string }, added: boolean): Promise<void> {
    setFault(null);
    try {
      const address = `/api/collections/${encodeURIComponent(id)}/dreams`;
      const { changed_count: count } = await api<CollectAnswer>('PATCH', address, {
        ...asked.current,
        added,
      });
      setNote(added ? m.dreams_collect_added({ count, name }) : m.dreams_collect_removed({ count, name }));
    } catch (error) {
      setFault(failureText(error, m.dreams_collection_failed()));
      return;
    }
    const read = await load();
    if (read) onChange(read.collections);
  }

  return (
    <Modal
      className="collect"
      title={m.dreams_collect_title({ count: answer?.total ?? 1 })}
      onClose={onClose}
    >
      {fault && (
        <p className="field-fault" role="alert">
          {fault}{' '}
          {!answer && (
            <button type="button" className="text-button" onClick={() => void load()}>
              {m.dreams_archive_retry()}
            </button>
          )}
        </p>
      )}
      {!answer && !fault && <p className="collect-wait">{m.dreams_collections_loading()}</p>}
      {answer && (
        <>
          {answer.collections.length === 0 && <p>{m.dreams_collect_none()}</p>}
          <ul className="collect-list">
            {answer.collections.map((one) => (
              <CollectRow
                key={one.id}
                collection={one}
                total={answer.total}
                onFlip={(added) => collect(one, added)}
              />
            ))}
          </ul>
          <NewCollection onCreated={(made) => collect(made, true)} />
        </>
      )}
      <p className="collect-note" role="status">
        {note}
      </p>
      <div className="dialog-actions">
        <a className="button" href="/collections">
          {m.dreams_collections_all()}
        </a>
        <button type="button" className="button button-primary" onClick={onClose}>
          {m.dreams_filter_done()}
        </button>
      </div>
    </Modal>
  );
}

interface CollectRowProps {
  collection: Listed;
  total: number;
  onFlip: (added: boolean) => Promise<void>;
}

/** Half-ticked if only some of the dreams are in it; a click then adds the rest. */
function CollectRow({ collection: { name, contained }, total, onFlip }: CollectRowProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const isWhole = contained > 0 && contained >= total;
  useEffect(() => {
    if (box.current) box.current.indeterminate = contained > 0 && !isWhole;
  }, [contained, isWhole]);
  return (
    <li>
      <label className="check" htmlFor={id}>
        <input
          ref={box}
          id={id}
          type="checkbox"
          checked={isWhole}
          aria-disabled={busy}
          onChange={async () => {
            if (busy) return;
            setBusy(true);
            await onFlip(!isWhole);
            setBusy(false);
          }}
        />
        <span dir="auto">{name}</span>
        {total > 1 && contained > 0 && (
          <small className="numbers">{m.dreams_collect_some({ contained, total })}</small>
        )}
      </label>
    </li>
  );
}
