import { useRef, useState } from 'react';
import type {
  CollectedDream,
  Collection,
  CollectionAnswer,
} from '../../modules/dreams/contract/collection-schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { confirmed } from '../ui/dialogs.ts';
import { ArrowLeftIcon, BoardIcon, PencilIcon, TrashIcon } from '../ui/icons.tsx';
import { CollectedRow } from './collected-row.tsx';
import { RenameForm } from './rename-form.tsx';
import { SharePage } from './share-page.tsx';

interface OpenCollectionProps {
  first: CollectionAnswer;
  publicUrl: string;
  report: (text: string) => void;
}

/** One collection: its name, its public page, and its dreams in their order. */
export function OpenCollection({ first, publicUrl, report }: OpenCollectionProps) {
  const [collection, setCollection] = useState<Collection>(first.collection);
  const [dreams, setDreams] = useState(first.dreams);
  const [renaming, setRenaming] = useState(false);
  const [note, setNote] = useState('');
  /** Order that the server has once `saving` is over. */
  const saved = useRef(first.dreams);
  const saving = useRef(Promise.resolve(true));
  const { id, name } = collection;
  const address = `/api/collections/${encodeURIComponent(id)}`;

  async function change(to: { name?: string; shared?: boolean }): Promise<void> {
    setCollection(await api<Collection>('PATCH', address, to));
  }

  /** Moves a dream on the page; `save` sends it to the server. */
  function move(session: CollectedDream, to: number): CollectedDream[] {
    const from = dreams.indexOf(session);
    const moved = dreams.toSpliced(from, 1).toSpliced(to, 0, session);
    setDreams(moved);
    setNote(m.dreams_collection_moved({ n: to + 1, count: moved.length }));
    return moved;
  }

  function save({ session_id }: CollectedDream, order: CollectedDream[]): void {
    const at = order.findIndex((one) => one.session_id === session_id);
    if (saved.current[at]?.session_id === session_id) return;
    const before = order[at + 1]?.session_id ?? null;
    const previous = saved.current;
    saved.current = order;
    const send = async (): Promise<boolean> => {
      try {
        await api('PATCH', `${address}/order`, { session_id, before });
        return true;
      } catch (error) {
        saved.current = previous;
        saving.current = Promise.resolve(true);
        setDreams(previous);
        report(failureText(error, m.dreams_collection_failed()));
        return false;
      }
    };
    // Each place is relative to the move before it, so moves arrive in their order, and none follows one that failed.
    saving.current = saving.current.then((isSaved) => isSaved && send());
  }

  async function remove({ session_id }: CollectedDream): Promise<void> {
    try {
      await api('PATCH', `${address}/dreams`, { session_ids: [session_id], added: false });
      const rest = dreams.filter((one) => one.session_id !== session_id);
      setDreams(rest);
      saved.current = rest;
      setNote(m.dreams_collect_removed({ count: 1, name }));
    } catch (error) {
      report(failureText(error, m.dreams_collection_failed()));
    }
  }

  async function removeAll(): Promise<void> {
    if (!(await confirmed(m.dreams_collection_confirm({ name })))) return;
    try {
      await api('DELETE', address);
      location.assign('/collections');
    } catch (error) {
      report(failureText(error, m.dreams_collection_failed()));
    }
  }

  return (
    <>
      <a className="button" href="/collections">
        <ArrowLeftIcon />
        {m.dreams_collections_title()}
      </a>
      <header className="collections-head">
        <h1 dir="auto">{name}</h1>
        <div>
          <a className="button" href={`/dreamboard?collection=${encodeURIComponent(id)}`}>
            <BoardIcon />
            {m.dreams_collection_on_board()}
          </a>
          <button type="button" className="button" onClick={() => setRenaming(true)}>
            <PencilIcon />
            {m.dreams_collection_rename()}
          </button>
          <button type="button" className="button button-danger" onClick={() => void removeAll()}>
            <TrashIcon />
            {m.dreams_collection_delete()}
          </button>
        </div>
      </header>
      <SharePage
        collection={collection}
        hidden={dreams.filter(({ shown }) => !shown).length}
        count={dreams.length}
        publicUrl={publicUrl}
        onShare={(shared) => change({ shared })}
        report={report}
      />
      {dreams.length === 0 ? (
        <p className="list-empty">{m.dreams_collection_empty()}</p>
      ) : (
        <ol className="collected">
          {dreams.map((session, index) => (
            <CollectedRow
              key={session.session_id}
              session={session}
              index={index}
              count={dreams.length}
              onDrag={(to) => move(session, to)}
              onDrop={() => save(session, dreams)}
              onMove={(to) => save(session, move(session, to))}
              onRemove={() => void remove(session)}
            />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {note}
      </p>
      {renaming && (
        <RenameForm
          name={name}
          onRename={(given) => change({ name: given })}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
