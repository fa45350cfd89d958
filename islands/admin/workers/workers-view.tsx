import type { WorkerRow, WorkersAnswer } from '../../../modules/admin/contract/workers.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { LoadFailure } from '../load-failure.tsx';
import { useLive } from '../use-live.ts';
import { DayFigures } from './day-figures.tsx';
import { GpuJobsTable } from './gpu-jobs-table.tsx';
import { WaitingNote } from './waiting-note.tsx';
import { WorkersTable } from './workers-table.tsx';

const LOOK_INTERVAL_MS = 3_000;
const ORDER_FAILURES = {
  drain: m.admin_workers_drain_failed,
  resume: m.admin_workers_resume_failed,
  remove: m.admin_workers_remove_failed,
};

/** Workers, their state, and why users are waiting for them. */
export function WorkersView() {
  const { data, error, mutate } = useLive('worker-data', read, {
    everyMs: LOOK_INTERVAL_MS,
    what: 'Failed to read the workers',
  });

  async function order(action: 'drain' | 'resume' | 'remove', { worker_id: workerId }: WorkerRow) {
    try {
      await adminApi('worker-data', { action, workerId });
    } catch (failure) {
      await showAlert(
        ORDER_FAILURES[action]({
          worker: workerId,
          reason: failureText(failure, m.admin_forms_no_answer(), m.admin_forms_unknown_error()),
        }),
      );
    }
    await mutate();
  }

  async function remove(worker: WorkerRow) {
    const about = { worker: worker.worker_id };
    const question = worker.session_id
      ? m.admin_workers_remove_confirm_dream(about)
      : m.admin_workers_remove_confirm(about);
    if (await confirmed(question)) await order('remove', worker);
  }

  const [here = [], gone = []] = [false, true].map((isGone) =>
    data?.workers.filter(({ state }) => (state === 'gone') === isGone),
  );
  const table = (workers: WorkerRow[]) => (
    <WorkersTable
      workers={workers}
      hasPrice={data?.usd_per_hour != null}
      onDrain={(worker) => order(worker.draining ? 'resume' : 'drain', worker)}
      onRemove={remove}
    />
  );
  return (
    <section className="admin-view" aria-labelledby="workers-title">
      <h2 id="workers-title" className="numbers">
        {data ? m.admin_workers_title_count({ count: here.length }) : m.admin_workers_title()}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_workers} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_workers_loading()}
        </p>
      )}
      {data && !error && (
        <>
          <WaitingNote {...data.waiting} />
          <DayFigures day={data.day} price={data.usd_per_hour} />
          {data.workers.length === 0 ? (
            <p className="admin-note">
              {m.admin_workers_empty({ link: (words) => <a href="/connect-gpu">{words}</a> })}
            </p>
          ) : (
            <>
              {here.length > 0 && table(here)}
              {gone.length > 0 && (
                <details className="admin-fold" open={here.length === 0}>
                  <summary className="numbers">{m.admin_workers_gone({ count: gone.length })}</summary>
                  {table(gone)}
                </details>
              )}
            </>
          )}
          {data.jobs.length > 0 && <GpuJobsTable jobs={data.jobs} hasPrice={data.usd_per_hour !== null} />}
        </>
      )}
    </section>
  );
}

const read = (path: string) => adminApi<WorkersAnswer>(path, { action: 'getWorkers' });
