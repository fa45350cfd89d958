import { useState } from 'react';
import type { TrashAnswer } from '../../modules/dreams/contract/trash-schemas.ts';
import { Banner, useActionFailure } from '../ui/banner.tsx';
import { confirmed } from '../ui/dialogs.ts';
import { ArrowLeftIcon, TrashIcon, UndoIcon } from '../ui/icons.tsx';
import { TrashRow } from './trash-row.tsx';
import { useTrash } from './use-trash.ts';

export interface TrashProps {
  initial: TrashAnswer;
  /** Days until a deleted dream is purged. */
  hiddenDays: number;
}

/** The person's deleted dreams that can still be restored. */
export default function Trash({ initial, hiddenDays }: TrashProps) {
  const failure = useActionFailure();
  const trash = useTrash(initial, failure.report);
  const { sessions, total, more, busy } = trash;
  const [outcome, setOutcome] = useState('');

  async function bringBack(what: Parameters<typeof trash.restore>[0]) {
    const count = await trash.restore(what);
    if (count > 0) setOutcome(`${dreamCount(count)} ${count === 1 ? 'is' : 'are'} back on your dreamboard`);
  }

  async function deleteForGood(what: Parameters<typeof trash.purge>[0]) {
    const count = await trash.purge(what);
    if (count > 0) setOutcome(`${dreamCount(count)} deleted for good`);
  }

  async function askFor(id: string) {
    if (await confirmed('Delete this dream for good? Nobody can bring it back.')) await deleteForGood(id);
  }

  async function askForAll() {
    const counted = await trash.count();
    if (!counted || counted.total_count === 0) return;
    const { total_count: count } = counted;
    const question = `Delete ${count === 1 ? 'this dream' : `all ${count} dreams in the trash`} for good? Nobody can bring ${count === 1 ? 'it' : 'them'} back.`;
    if (await confirmed(question)) await deleteForGood(counted);
  }

  async function bringAllBack() {
    const counted = await trash.count();
    if (counted && counted.total_count > 0) await bringBack(counted);
  }

  return (
    <div className="trash">
      {failure.text && <Banner text={failure.text} onDismiss={failure.dismiss} />}
      <a className="button trash-back" href="/dreamboard">
        <ArrowLeftIcon />
        Dreamboard
      </a>
      <header className="trash-head">
        <h1>Trash</h1>
        {total > 0 && (
          <>
            <button type="button" className="button" disabled={busy !== null} onClick={bringAllBack}>
              <UndoIcon />
              Restore all
            </button>
            <button
              type="button"
              className="button button-danger"
              disabled={busy !== null}
              onClick={askForAll}
            >
              <TrashIcon />
              Delete all for good
            </button>
          </>
        )}
      </header>
      <p className="trash-note">{noteOf(hiddenDays)}</p>
      {total > 0 && <p className="trash-total numbers">{dreamCount(total)} in the trash</p>}
      {sessions.length === 0 && !more ? (
        <p className="trash-empty">The trash is empty.</p>
      ) : (
        <ul className="trash-list">
          {sessions.map((session) => (
            <TrashRow
              key={session.session_id}
              session={session}
              busy={busy === 'all' || busy === session.session_id}
              onRestore={() => bringBack(session.session_id)}
              onPurge={() => askFor(session.session_id)}
            />
          ))}
        </ul>
      )}
      {more && (
        <button type="button" className="button trash-more" onClick={trash.loadMore}>
          Show more
        </button>
      )}
      <p className="trash-told" role="status">
        {outcome}
      </p>
    </div>
  );
}

const dreamCount = (count: number) => `${count} ${count === 1 ? 'dream' : 'dreams'}`;

const noteOf = (days: number): string =>
  `Dreams that you delete wait here for ${days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`}, then they are gone for good. They count as used streams all the same.`;
