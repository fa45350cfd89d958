import { GPU_JOB_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import type { GpuJobRow } from '../../../modules/admin/contract/workers.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { dollars, duration } from './figures.ts';

const FAILED: readonly GpuJobRow['outcome'][] = ['refused', 'lost', 'never-dialled', 'failed'];

/** The latest RunPod jobs. */
export function GpuJobsTable({ jobs, hasPrice }: { jobs: GpuJobRow[]; hasPrice: boolean }) {
  return (
    <>
      <h3>{m.admin_workers_jobs_title()}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="user-scroll" aria-label={m.admin_workers_jobs_title()} tabIndex={0}>
        <table className="lines-table workers">
          <thead>
            <tr>
              <th scope="col">{m.admin_workers_column_job()}</th>
              <th scope="col">{m.admin_workers_column_outcome()}</th>
              <th scope="col">{m.admin_workers_column_worker()}</th>
              <th scope="col">{m.admin_workers_column_start_delay()}</th>
              <th scope="col">{m.admin_workers_column_gpu()}</th>
              {hasPrice && <th scope="col">{m.admin_workers_column_cost()}</th>}
              <th scope="col">{m.admin_workers_column_dream()}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.id}>
                <th scope="row">
                  <code>{job.rp_job_id ?? m.admin_workers_job_no_id()}</code>
                  <small>
                    {m.admin_workers_job_requested({ time: () => <time>{localTime(job.asked_at)}</time> })}
                  </small>
                </th>
                <td data-bad={FAILED.includes(job.outcome) || undefined}>{GPU_JOB_TEXTS[job.outcome]()}</td>
                <td data-label={m.admin_workers_column_worker()}>
                  <code>{job.rp_worker_id ?? m.admin_no_value()}</code>
                </td>
                <td className="numbers" data-label={m.admin_workers_column_start_delay()}>
                  {duration(job.start_delay_seconds)}
                </td>
                <td className="numbers" data-label={m.admin_workers_column_gpu()}>
                  {duration(job.gpu_seconds)}
                </td>
                {hasPrice && (
                  <td className="numbers" data-label={m.admin_workers_column_cost()}>
                    {dollars(job.cost_usd)}
                  </td>
                )}
                <td data-label={m.admin_workers_column_dream()}>
                  <a
                    href={`/session?session_id=${encodeURIComponent(job.session_id)}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={m.admin_workers_job_open_label({ id: job.session_id })}
                  >
                    {m.admin_workers_job_open()}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
