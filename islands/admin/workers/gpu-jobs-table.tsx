import type { GpuJobRow } from '../../../modules/admin/contract/workers.ts';
import { localTime } from '../format.ts';
import { dollars, duration } from './figures.ts';

const OUTCOMES: Record<GpuJobRow['outcome'], string> = {
  starting: 'Starting',
  drawing: 'Drawing',
  served: 'Drew its dream',
  unused: 'Not needed',
  refused: 'Refused by RunPod',
  lost: 'No answer from RunPod',
  'never-dialled': 'Never dialled in',
  failed: 'Ended before it dialled in',
};
const FAILED: readonly GpuJobRow['outcome'][] = ['refused', 'lost', 'never-dialled', 'failed'];

/** The latest RunPod jobs. */
export function GpuJobsTable({ jobs, hasPrice }: { jobs: GpuJobRow[]; hasPrice: boolean }) {
  return (
    <>
      <h3>Last jobs at RunPod</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className="user-scroll" aria-label="Last jobs at RunPod" tabIndex={0}>
        <table className="lines-table workers">
          <thead>
            <tr>
              <th scope="col">RP job</th>
              <th scope="col">What became of it</th>
              <th scope="col">Worker</th>
              <th scope="col">Start delay</th>
              <th scope="col">GPU time</th>
              {hasPrice && <th scope="col">Cost</th>}
              <th scope="col">Dream</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.id}>
                <th scope="row">
                  <code>{job.rp_job_id ?? 'no id'}</code>
                  <small>
                    asked <time>{localTime(job.asked_at)}</time>
                  </small>
                </th>
                <td data-bad={FAILED.includes(job.outcome) || undefined}>{OUTCOMES[job.outcome]}</td>
                <td data-label="Worker">
                  <code>{job.rp_worker_id ?? '–'}</code>
                </td>
                <td className="numbers" data-label="Start delay">
                  {duration(job.start_delay_seconds)}
                </td>
                <td className="numbers" data-label="GPU time">
                  {duration(job.gpu_seconds)}
                </td>
                {hasPrice && (
                  <td className="numbers" data-label="Cost">
                    {dollars(job.cost_usd)}
                  </td>
                )}
                <td data-label="Dream">
                  <a
                    href={`/session?session_id=${encodeURIComponent(job.session_id)}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={`Open session ${job.session_id}`}
                  >
                    Open
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
