import { GPU_JOB_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import type { GpuJobRow } from '../../../modules/admin/contract/workers.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { type Column, figureColumn, ListTable } from '../list/list-table.tsx';
import { dollars, duration } from './figures.ts';

const FAILED: readonly GpuJobRow['outcome'][] = ['refused', 'lost', 'never-dialled', 'failed'];

/** The latest RunPod jobs. */
export function GpuJobsTable({ jobs, hasPrice }: { jobs: GpuJobRow[]; hasPrice: boolean }) {
  return (
    <>
      <h3>{m.admin_workers_jobs_title()}</h3>
      <ListTable
        label={m.admin_workers_jobs_title()}
        className="workers"
        columns={columns(hasPrice)}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const columns = (hasPrice: boolean): Column<GpuJobRow>[] => [
  {
    title: m.admin_workers_column_job(),
    isHeading: true,
    cell: ({ rp_job_id, asked_at }) => (
      <>
        <code>{rp_job_id ?? m.admin_workers_job_no_id()}</code>
        <small>{m.admin_workers_job_requested({ time: () => <time>{localTime(asked_at)}</time> })}</small>
      </>
    ),
  },
  {
    title: m.admin_workers_column_outcome(),
    isBad: ({ outcome }) => FAILED.includes(outcome),
    cell: ({ outcome }) => GPU_JOB_TEXTS[outcome](),
  },
  {
    title: m.admin_workers_column_worker(),
    isLabelled: true,
    cell: ({ rp_worker_id }) => <code>{rp_worker_id ?? m.admin_no_value()}</code>,
  },
  figureColumn(m.admin_workers_column_start_delay(), ({ start_delay_seconds }) =>
    duration(start_delay_seconds),
  ),
  figureColumn(m.admin_workers_column_gpu(), ({ gpu_seconds }) => duration(gpu_seconds)),
  ...(hasPrice
    ? [figureColumn<GpuJobRow>(m.admin_workers_column_cost(), ({ cost_usd }) => dollars(cost_usd))]
    : []),
  {
    title: m.admin_workers_column_dream(),
    isLabelled: true,
    cell: ({ session_id }) => (
      <a
        href={`/session?session_id=${encodeURIComponent(session_id)}`}
        target="_blank"
        rel="noopener"
        aria-label={m.admin_workers_job_open_label({ id: session_id })}
      >
        {m.admin_workers_job_open()}
      </a>
    ),
  },
];
