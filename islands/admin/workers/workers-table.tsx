import type { WorkerRow } from '../../../modules/admin/contract/workers.ts';
import { figure, localTime } from '../format.ts';
import { workerAddress } from '../use-asked.ts';
import { dollars, duration } from './figures.ts';

interface WorkersTableProps {
  workers: WorkerRow[];
  hasPrice: boolean;
  /** drains or resumes it */
  onDrain: (worker: WorkerRow) => void;
  onRemove: (worker: WorkerRow) => void;
}

export function WorkersTable({ workers, hasPrice, onDrain, onRemove }: WorkersTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label="Workers" tabIndex={0}>
      <table className="lines-table workers">
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col">Draws with</th>
            <th scope="col">FPS now</th>
            <th scope="col">Start delay</th>
            <th scope="col">Dreams, 24 h</th>
            <th scope="col">Failed</th>
            <th scope="col">GPU time</th>
            {hasPrice && <th scope="col">Cost</th>}
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id} data-gone={worker.state === 'gone' || undefined}>
              <th scope="row">
                <a href={workerAddress(worker.worker_id)}>
                  <code>{worker.worker_id}</code>
                </a>
                <small>
                  {worker.state === 'gone' ? 'last dream ' : `from ${worker.address}, since `}
                  <time>{localTime(worker.since)}</time>
                </small>
              </th>
              <td>
                <WorkerState worker={worker} />
              </td>
              <td data-label="Draws with">
                {worker.generator ?? '–'}
                <small>{worker.version}</small>
              </td>
              <td className="numbers" data-label="FPS now">
                {worker.fps === null ? '–' : figure(worker.fps, 1)}
                {worker.note && <small>{worker.note}</small>}
              </td>
              <td className="numbers" data-label="Start delay">
                {duration(worker.start_delay_seconds)}
              </td>
              <td className="numbers" data-label="Dreams, 24 h">
                {worker.dreams}
              </td>
              <td className="numbers" data-label="Failed" data-bad={worker.failures > 0 || undefined}>
                {worker.failures}
              </td>
              <td className="numbers" data-label="GPU time">
                {duration(worker.gpu_seconds)}
              </td>
              {hasPrice && (
                <td className="numbers" data-label="Cost">
                  {dollars(worker.cost_usd)}
                </td>
              )}
              <td>
                {(worker.state !== 'gone' || worker.draining) && (
                  <div className="workers-actions">
                    <button
                      type="button"
                      className="admin-button"
                      aria-label={`${worker.draining ? 'Resume' : 'Drain'} ${worker.worker_id}`}
                      title={
                        worker.draining
                          ? 'It takes dreams again'
                          : 'It ends the dream that it has and takes no other, also after a restart'
                      }
                      onClick={() => onDrain(worker)}
                    >
                      {worker.draining ? 'Resume' : 'Drain'}
                    </button>
                    {worker.state !== 'gone' && (
                      <button
                        type="button"
                        className="admin-button admin-button-danger"
                        aria-label={`Remove ${worker.worker_id}`}
                        onClick={() => onRemove(worker)}
                      >
                        Remove
                      </button>
                    )}
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const STATE_LABELS = {
  idle: 'Idle',
  loading: 'Loading',
  drawing: 'Drawing',
  resting: 'Failed, rests',
  stopping: 'Letting go',
  gone: 'Gone',
};

/** A drained worker without a dream stays drained, whatever its state. */
const DRAIN_LABELS = {
  idle: 'Drained',
  loading: 'Draining',
  drawing: 'Draining',
  resting: 'Drained',
  stopping: 'Draining',
  gone: 'Gone, drained',
};

function WorkerState({ worker: { state, draining, session_id: dream } }: { worker: WorkerRow }) {
  return (
    <>
      <span className="worker-state" data-state={draining ? 'draining' : state}>
        {draining ? DRAIN_LABELS[state] : STATE_LABELS[state]}
      </span>
      {dream && (
        <small>
          <a href={`/session?session_id=${encodeURIComponent(dream)}`} target="_blank" rel="noopener">
            its dream
          </a>
        </small>
      )}
    </>
  );
}
