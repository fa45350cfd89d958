import type { WorkerRow } from '../../../modules/admin/contract/workers.ts';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { decimal, localTime } from '../format.ts';
import { type Column, figureColumn, ListTable } from '../list/list-table.tsx';
import { workerAddress } from '../use-asked.ts';
import { dollars, duration } from './figures.ts';

interface WorkersTableProps {
  workers: WorkerRow[];
  hasPrice: boolean;
  /** drains or resumes it */
  onDrain: (worker: WorkerRow) => void;
  onRemove: (worker: WorkerRow) => void;
}

export function WorkersTable({ workers, hasPrice, ...on }: WorkersTableProps) {
  const columns: Column<WorkerRow>[] = [
    { title: m.admin_workers_column_worker(), isHeading: true, cell: (worker) => <WorkerName {...worker} /> },
    { title: m.admin_workers_column_state(), cell: (worker) => <WorkerState {...worker} /> },
    {
      title: m.admin_workers_column_generator(),
      isLabelled: true,
      isLiteral: true,
      cell: ({ generator, version }) => (
        <>
          {generator ?? m.admin_no_value()}
          <small>{version}</small>
        </>
      ),
    },
    {
      title: m.admin_workers_column_fps(),
      isLabelled: true,
      isNumeric: true,
      cell: ({ fps, note }) => (
        <>
          {fps === null ? m.admin_no_value() : decimal(fps, 1)}
          {note && <small dir="auto">{note}</small>}
        </>
      ),
    },
    figureColumn(m.admin_workers_column_start_delay(), ({ start_delay_seconds }) =>
      duration(start_delay_seconds),
    ),
    figureColumn(m.admin_workers_column_dreams(), ({ dreams }) => formatNumber(dreams)),
    {
      title: m.admin_workers_column_failed(),
      isLabelled: true,
      isNumeric: true,
      isBad: ({ failures }) => failures > 0,
      cell: ({ failures }) => formatNumber(failures),
    },
    figureColumn(m.admin_workers_column_gpu(), ({ gpu_seconds }) => duration(gpu_seconds)),
    ...(hasPrice
      ? [figureColumn<WorkerRow>(m.admin_workers_column_cost(), ({ cost_usd }) => dollars(cost_usd))]
      : []),
    { title: m.admin_workers_column_actions(), cell: (worker) => <WorkerActions worker={worker} {...on} /> },
  ];
  return (
    <ListTable
      label={m.admin_workers_table_label()}
      className="workers"
      columns={columns}
      rows={workers}
      keyOf={({ id }) => id}
      isGone={({ state }) => state === 'gone'}
    />
  );
}

function WorkerName({ worker_id, state, since, address }: WorkerRow) {
  const time = () => <time>{localTime(since)}</time>;
  return (
    <>
      <a href={workerAddress(worker_id)}>
        <code>{worker_id}</code>
      </a>
      <small>
        {state === 'gone'
          ? m.admin_workers_table_last_dream({ time })
          : m.admin_workers_table_since({ address: address ?? m.admin_no_value(), time })}
      </small>
    </>
  );
}

interface WorkerActionsProps extends Pick<WorkersTableProps, 'onDrain' | 'onRemove'> {
  worker: WorkerRow;
}

function WorkerActions({ worker, onDrain, onRemove }: WorkerActionsProps) {
  const { worker_id, state, draining } = worker;
  if (state === 'gone' && !draining) return null;
  return (
    <div className="workers-actions">
      <button
        type="button"
        className="button button-quiet"
        aria-label={
          draining
            ? m.admin_workers_resume_label({ worker: worker_id })
            : m.admin_workers_drain_label({ worker: worker_id })
        }
        title={draining ? m.admin_workers_resume_title() : m.admin_workers_drain_title()}
        onClick={() => onDrain(worker)}
      >
        {draining ? m.admin_workers_resume() : m.admin_workers_drain()}
      </button>
      {state !== 'gone' && (
        <button
          type="button"
          className="button button-danger"
          aria-label={m.admin_workers_remove_label({ worker: worker_id })}
          onClick={() => onRemove(worker)}
        >
          {m.admin_workers_remove()}
        </button>
      )}
    </div>
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

function WorkerState({ state, draining, session_id: dream }: WorkerRow) {
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
