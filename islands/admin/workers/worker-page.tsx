import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import type { WorkerHistoryAnswer } from '../../../modules/admin/contract/workers.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { decimal } from '../format.ts';
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
        {m.admin_workers_page_title({
          link: (words) => <a href="/admin?view=workers#">{words}</a>,
          worker: () => <bdi>{workerId}</bdi>,
        })}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_worker} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_workers_page_loading()}
        </p>
      )}
      {data && (
        <article className="admin-item">
          <div className="admin-parts">
            <section aria-labelledby="worker-month">
              <h3 id="worker-month">{m.admin_workers_page_month()}</h3>
              <Facts
                facts={[
                  [
                    m.admin_workers_page_generator(),
                    data.generator && (
                      <bdi key="engine">{[data.generator, data.version].filter(Boolean).join(' ')}</bdi>
                    ),
                  ],
                  [
                    m.admin_workers_page_dreams(),
                    m.admin_workers_page_dreams_count({
                      dreams: data.month.dreams,
                      failed: data.month.failures,
                    }),
                  ],
                  [m.admin_workers_page_start_delay(), duration(data.month.start_delay_seconds)],
                  [m.admin_workers_page_gpu(), duration(data.month.gpu_seconds)],
                  [
                    m.admin_workers_page_cost(),
                    data.month.cost_usd === null ? null : dollars(data.month.cost_usd),
                  ],
                ]}
              />
            </section>
            <section aria-labelledby="worker-dreams">
              <h3 id="worker-dreams">{m.admin_workers_page_dreams_title()}</h3>
              <Lines
                label={m.admin_workers_page_dreams()}
                nothing={m.admin_workers_page_dreams_empty()}
                lines={data.dreams.map((dream) => ({
                  at: dream.asked_at,
                  what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || m.dreams_untitled()}</a>,
                  detail: [
                    STATUS_TEXTS[dream.job_status](),
                    dream.end,
                    dream.start_delay_seconds !== null &&
                      m.admin_workers_page_dream_started({ duration: duration(dream.start_delay_seconds) }),
                    dream.gpu_seconds !== null &&
                      m.admin_workers_page_dream_gpu({ duration: duration(dream.gpu_seconds) }),
                    dream.cost_usd !== null && dollars(dream.cost_usd),
                    dream.fps !== null && m.admin_workers_page_dream_fps({ fps: decimal(dream.fps, 1) }),
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
