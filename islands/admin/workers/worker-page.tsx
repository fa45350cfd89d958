import type { WorkerHistoryAnswer } from '../../../modules/admin/contract/workers.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { figure } from '../format.ts';
import { Facts, Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { dreamAddress } from '../use-asked.ts';
import { useLive } from '../use-live.ts';
import { dollars, duration } from './figures.ts';

const POLL_MS = 30_000;

/** One worker's last month: its dreams, why some failed, and what they cost. */
export function WorkerPage({ workerId }: { workerId: string }) {
  const { data, error, mutate } = useLive<WorkerHistoryAnswer, string>(
    `worker ${workerId}`,
    () => adminApi('worker-data', { action: 'getHistory', workerId }),
    { everyMs: POLL_MS, what: 'worker not read' },
  );
  return (
    <section className="admin-view" aria-labelledby="worker-title">
      <h2 id="worker-title">
        <a href="/admin?view=workers#">Workers</a> › {workerId}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_worker} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          Loading the worker...
        </p>
      )}
      {data && (
        <article className="admin-item">
          <div className="admin-parts">
            <section aria-labelledby="worker-month">
              <h3 id="worker-month">The last 30 days</h3>
              <Facts
                facts={[
                  ['Draws with', [data.generator, data.version].filter(Boolean).join(' ')],
                  ['Dreams', `${data.month.dreams}, ${data.month.failures} failed`],
                  ['Start delay', duration(data.month.start_delay_seconds)],
                  ['GPU time', duration(data.month.gpu_seconds)],
                  ['Cost', data.month.cost_usd === null ? null : dollars(data.month.cost_usd)],
                ]}
              />
            </section>
            <section aria-labelledby="worker-dreams">
              <h3 id="worker-dreams">Its last dreams</h3>
              <Lines
                label="Dreams"
                nothing="None in the last 30 days."
                lines={data.dreams.map((dream) => ({
                  at: dream.asked_at,
                  what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || 'untitled'}</a>,
                  detail: [
                    dream.job_status,
                    dream.end,
                    dream.start_delay_seconds !== null &&
                      `began after ${duration(dream.start_delay_seconds)}`,
                    dream.gpu_seconds !== null && `${duration(dream.gpu_seconds)} of GPU`,
                    dream.cost_usd !== null && dollars(dream.cost_usd),
                    dream.fps !== null && `${figure(dream.fps, 1)} fps`,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                }))}
              />
            </section>
          </div>
        </article>
      )}
    </section>
  );
}
