import type { WorkersAnswer } from '../../../modules/admin/contract/workers.ts';
import { m } from '../../../modules/kit/texts/m.ts';

/** Number of users waiting for a worker, and why, at a glance. */
export function WaitingNote({ queued, reason }: WorkersAnswer['waiting']) {
  return (
    <p className="workers-waiting" data-waits={queued > 0 || undefined} role="status">
      <strong className="numbers">{m.admin_workers_waiting({ count: queued })}</strong>
      {m.kit_sentence_gap()}
      {reason}
    </p>
  );
}
