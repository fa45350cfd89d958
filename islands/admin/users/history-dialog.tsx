import { useEffect, useState } from 'react';
import type { HistoryEntry, UserRow } from '../../../modules/admin/contract/people/people.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { Modal } from '../../ui/modal.tsx';
import { localTime } from '../format.ts';

/** Actions on this user: by whom, when, and from where. */
export function HistoryDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const [history, setHistory] = useState<HistoryEntry[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    adminApi<{ history: HistoryEntry[] }>('user-data', { action: 'getUserHistory', userId: user.id }).then(
      (answer) => setHistory(answer.history),
      (error: unknown) => {
        console.error('Failed to read the history', error);
        setFailed(true);
      },
    );
  }, [user.id]);
  return (
    <Modal title={`History of ${user.name}`} className="history" onClose={onClose}>
      {failed && <p role="alert">The history could not be read.</p>}
      <ol className="history-lines">
        {history?.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never change places
          <li key={index}>
            <time className="numbers">{localTime(entry.at)}</time>
            <span>{entry.what}</span>
            <small>
              {entry.by && `by ${entry.by}`} {entry.from && `from ${entry.from}`}
            </small>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Modal>
  );
}
