import type { WorkerRow } from '../../../modules/admin/contract/workers.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { decimal, localTime } from '../format.ts';
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
    <section className="user-scroll" aria-label={m.admin_workers_table_label()} tabIndex={0}>
      <table className="lines-table workers">
        <thead>
          <tr>
            <th scope="col">{m.admin_workers_column_worker()}</th>
            <th scope="col">{m.admin_workers_column_state()}</th>
            <th scope="col">{m.admin_workers_column_generator()}</th>
            <th scope="col">{m.admin_workers_column_fps()}</th>
            <th scope="col">{m.admin_workers_column_start_delay()}</th>
            <th scope="col">{m.admin_workers_column_dreams()}</th>
            <th scope="col">{m.admin_workers_column_failed()}</th>
            <th scope="col">{m.admin_workers_column_gpu()}</th>
            {hasPrice && <th scope="col">{m.admin_workers_column_cost()}</th>}
            <th scope="col">{m.admin_workers_column_actions()}</th>
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
                  {worker.state === 'gone'
                    ? m.admin_workers_table_last_dream({ time: () => <time>{localTime(worker.since)}</time> })
                    : m.admin_workers_table_since({
                        address: worker.address ?? m.admin_no_value(),
                        time: () => <time>{localTime(worker.since)}</time>,
                      })}
                </small>
              </th>
              <td>
                <WorkerState worker={worker} />
              </td>
              <td translate="no" data-label={m.admin_workers_column_generator()}>
                {worker.generator ?? m.admin_no_value()}
                <small>{worker.version}</small>
              </td>
              <td className="numbers" data-label={m.admin_workers_column_fps()}>
                {worker.fps === null ? m.admin_no_value() : decimal(worker.fps, 1)}
                {worker.note && <small dir="auto">{worker.note}</small>}
              </td>
              <td className="numbers" data-label={m.admin_workers_column_start_delay()}>
                {duration(worker.start_delay_seconds)}
              </td>
              <td className="numbers" data-label={m.admin_workers_column_dreams()}>
                {formatNumber(worker.dreams)}
              </td>
              <td
                className="numbers"
                data-label={m.admin_workers_column_failed()}
                data-bad={worker.failures > 0 || undefined}
              >
                {formatNumber(worker.failures)}
              </td>
              <td className="numbers" data-label={m.admin_workers_column_gpu()}>
                {duration(worker.gpu_seconds)}
              </td>
              {hasPrice && (
                <td className="numbers" data-label={m.admin_workers_column_cost()}>
                  {dollars(worker.cost_usd)}
                </td>
              )}
              <td>
                {(worker.state !== 'gone' || worker.draining) && (
                  <div className="workers-actions">
                    <button
                      type="button"
                      className="button button-quiet"
                      aria-label={
                        worker.draining
                          ? m.admin_workers_resume_label({ worker: worker.worker_id })
                          : m.admin_workers_drain_label({ worker: worker.worker_id })
                      }
                      title={worker.draining ? m.admin_workers_resume_title() : m.admin_workers_drain_title()}
                      onClick={() => onDrain(worker)}
                    >
                      {worker.draining ? m.admin_workers_resume() : m.admin_workers_drain()}
                    </button>
                    {worker.state !== 'gone' && (
                      <button
                        type="button"
                        className="button button-danger"
                        aria-label={m.admin_workers_remove_label({ worker: worker.worker_id })}
                        onClick={() => onRemove(worker)}
                      >
                        {m.admin_workers_remove()}
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
  idle: m.admin_workers_state_idle,
  loading: m.admin_workers_state_loading,
  drawing: m.admin_workers_state_drawing,
  resting: m.admin_workers_state_resting,
  stopping: m.admin_workers_state_stopping,
  gone: m.admin_workers_state_gone,
};

/** A drained worker without a dream stays drained, whatever its state. */
const DRAIN_LABELS = {
  idle: m.admin_workers_state_drained,
  loading: m.admin_workers_state_draining,
  drawing: m.admin_workers_state_draining,
  resting: m.admin_workers_state_drained,
  stopping: m.admin_workers_state_draining,
  gone: m.admin_workers_state_gone_drained,
};

function WorkerState({ worker: { state, draining, session_id: dream } }: { worker: WorkerRow }) {
  return (
    <>
      <span className="badge" data-state={draining ? 'draining' : state}>
        {(draining ? DRAIN_LABELS : STATE_LABELS)[state]()}
      </span>
      {dream && (
        <small>
          <a href={`/session?session_id=${encodeURIComponent(dream)}`} target="_blank" rel="noopener">
            {m.admin_workers_table_dream()}
          </a>
        </small>
      )}
    </>
  );
}
