import type { WorkersAnswer } from '../../../modules/admin/contract/workers.ts';

/** Number of users waiting for a worker, and why, at a glance. */
export function WaitingNote({ queued, reason }: WorkersAnswer['waiting']) {
  return (
    <p className="workers-waiting" data-waits={queued > 0 || undefined} role="status">
      <strong className="numbers">
        {queued === 0 ? 'Nobody waits.' : queued === 1 ? '1 person waits.' : `${queued} people wait.`}
      </strong>{' '}
      {reason}
    </p>
  );
}
