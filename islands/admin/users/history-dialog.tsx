import { useEffect, useState } from 'react';
import type { HistoryEntry, UserRow } from '../../../modules/admin/contract/people/people.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { Modal } from '../../ui/modal.tsx';
import { Lines } from '../lines.tsx';
import { originText } from './origin-text.ts';

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
    <Modal title={m.admin_people_history_title({ name: user.name })} className="history" onClose={onClose}>
      {failed && <p role="alert">{m.admin_people_history_failed()}</p>}
      {history && (
        <Lines
          label={m.admin_people_history_label()}
          lines={history.map((entry) => ({ at: entry.at, what: entry.what, detail: originText(entry) }))}
          nothing={m.admin_people_history_empty()}
        />
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.admin_people_history_close()}
        </button>
      </div>
    </Modal>
  );
}
