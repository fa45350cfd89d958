import { useState } from 'react';
import type { TrashAnswer } from '../../modules/dreams/contract/trash-schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { Banner, useActionFailure } from '../ui/banner.tsx';
import { confirmed } from '../ui/dialogs.ts';
import { ArrowLeftIcon, TrashIcon } from '../ui/icons.tsx';
import { UndoIcon } from './icons.tsx';
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
    if (count > 0) setOutcome(m.dreams_trash_restored({ count }));
  }

  async function deleteForGood(what: Parameters<typeof trash.purge>[0]) {
    const count = await trash.purge(what);
    if (count > 0) setOutcome(m.dreams_trash_purged({ count }));
  }

  async function askFor(id: string) {
    if (await confirmed(m.dreams_trash_confirm_one())) await deleteForGood(id);
  }

  async function askForAll() {
    const counted = await trash.count();
    if (!counted || counted.total_count === 0) return;
    const question = m.dreams_trash_confirm_all({ count: counted.total_count });
    if (await confirmed(question)) await deleteForGood(counted);
  }

  async function bringAllBack() {
    const counted = await trash.count();
    if (counted && counted.total_count > 0) await bringBack(counted);
  }

  return (
    <div className="list-page">
      {failure.text && <Banner text={failure.text} onDismiss={failure.dismiss} />}
      <a className="button trash-back" href="/dreamboard">
        <ArrowLeftIcon />
        {m.dreams_trash_back()}
      </a>
      <header className="trash-head">
        <h1>{m.dreams_trash_title()}</h1>
        {total > 0 && (
          <>
            <button type="button" className="button" disabled={busy !== null} onClick={bringAllBack}>
              <UndoIcon />
              {m.dreams_trash_restore_all()}
            </button>
            <button
              type="button"
              className="button button-danger"
              disabled={busy !== null}
              onClick={askForAll}
            >
              <TrashIcon />
              {m.dreams_trash_purge_all()}
            </button>
          </>
        )}
      </header>
      <p className="list-note">{m.dreams_trash_note({ days: hiddenDays })}</p>
      {total > 0 && <p className="trash-total numbers">{m.dreams_trash_total({ count: total })}</p>}
      {sessions.length === 0 && !more ? (
        <p className="list-empty">{m.dreams_trash_empty()}</p>
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
          {m.dreams_trash_more()}
        </button>
      )}
      <p className="trash-told" role="status">
        {outcome}
      </p>
    </div>
  );
}
