import { useState } from 'react';
import type { TrashAnswer } from '../../modules/dreams/schemas.ts';
import { Banner, useActionFailure } from '../banner.tsx';
import { confirmed } from '../dialogs.ts';
import { ArrowLeftIcon, TrashIcon } from '../icons.tsx';
import { TrashRow } from './trash-row.tsx';
import { useTrash } from './use-trash.ts';

export interface TrashProps {
  initial: TrashAnswer;
  /** days from the deletion to the end */
  hiddenDays: number;
}

/** What a person has deleted, for as long as it can be brought back. */
export default function Trash({ initial, hiddenDays }: TrashProps) {
  const failure = useActionFailure();
  const { sessions, more, busy, restore, purge, loadMore } = useTrash(initial, failure.tell);
  const [told, setTold] = useState('');

  async function bringBack(ids: string[]) {
    const count = await restore(ids);
    if (count > 0) setTold(`${count} ${count === 1 ? 'dream is' : 'dreams are'} back on your dreamboard`);
  }

  async function deleteForGood(ids: string[]) {
    const whom = ids.length === 1 ? 'this dream' : `${ids.length} dreams`;
    if (
      !(await confirmed(
        `Delete ${whom} for good? Nobody can bring ${ids.length === 1 ? 'it' : 'them'} back.`,
      ))
    )
      return;
    const count = await purge(ids);
    if (count > 0) setTold(`${count} ${count === 1 ? 'dream' : 'dreams'} deleted for good`);
  }

  const all = sessions.map(({ session_id }) => session_id);
  return (
    <div className="trash">
      {failure.text && <Banner text={failure.text} onDismiss={failure.dismiss} />}
      <a className="button trash-back" href="/dreamboard">
        <ArrowLeftIcon />
        Dreamboard
      </a>
      <header className="trash-head">
        <h1>Trash</h1>
        {sessions.length > 0 && (
          <button
            type="button"
            className="button button-danger"
            disabled={busy.size > 0}
            onClick={() => deleteForGood(all)}
          >
            <TrashIcon />
            Delete all for good
          </button>
        )}
      </header>
      <p className="trash-note">{noteOf(hiddenDays)}</p>
      {sessions.length === 0 ? (
        <p className="trash-empty">The trash is empty.</p>
      ) : (
        <ul className="trash-list">
          {sessions.map((session) => (
            <TrashRow
              key={session.session_id}
              session={session}
              busy={busy.has(session.session_id)}
              onRestore={() => bringBack([session.session_id])}
              onPurge={() => deleteForGood([session.session_id])}
            />
          ))}
        </ul>
      )}
      {more && (
        <button type="button" className="button trash-more" onClick={loadMore}>
          Show more
        </button>
      )}
      <p className="trash-told" role="status">
        {told}
      </p>
    </div>
  );
}

const noteOf = (days: number): string =>
  `Dreams that you delete wait here for ${days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`}, then they are gone for good. They count as used streams all the same.`;
