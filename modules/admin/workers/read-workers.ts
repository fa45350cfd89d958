import { utcText } from '../../kit/clock.ts';
import type { GpuJobRow, WorkerDay, WorkerRow, WorkersAnswer } from '../contract/workers.ts';
import type { AdminDeps } from '../deps.ts';
import type { AdminStore } from '../store.ts';

const DAY_MS = 24 * 3600_000;
/** Workers per day: each RunPod job may be a new one. */
const MOST_WORKERS = 1_000;
/** The most recent of those that are gone. */
const MOST_GONE = 20;
const MOST_JOBS = 20;

type DayRow = Awaited<ReturnType<AdminStore['listWorkerDays']>>[number];
type JobRow = Awaited<ReturnType<AdminStore['listGpuJobs']>>[number];
type LiveWorker = Awaited<ReturnType<AdminDeps['stream']['workers']['look']>>['workers'][number];

/** All workers, connected ones first, with their last 24 hours, and why users are waiting. */
export async function readWorkers({
  store,
  stream,
  clock,
  usdPerHour,
}: Pick<AdminDeps, 'store' | 'stream' | 'clock' | 'usdPerHour'>): Promise<WorkersAnswer> {
  const since = clock.now() - DAY_MS;
  const [days, jobs, sums] = await Promise.all([
    store.listWorkerDays(since, MOST_WORKERS),
    store.listGpuJobs(since, MOST_JOBS),
    store.sumGpuJobs(since),
  ]);
  const cost = (seconds: number) => (usdPerHour === null ? null : (seconds / 3600) * usdPerHour);
  const dayOf = (row: DayRow | undefined) => ({
    dreams: row?.dreams ?? 0,
    failures: row?.failures ?? 0,
    start_delay_seconds: row?.startDelayMs == null ? null : Number(row.startDelayMs) / 1000,
    gpu_seconds: row?.gpuSeconds ?? 0,
    cost_usd: cost(row?.gpuSeconds ?? 0),
  });
  const byId = new Map(days.map((row) => [row.workerId, row]));
  const { workers: here, queued, reason } = await stream.workers.look();
  const isHere = new Set(here.map(({ workerId }) => workerId));
  const gone = days.filter(({ workerId }) => !isHere.has(workerId ?? '')).slice(0, MOST_GONE);

  const gpuSeconds = days.reduce((sum, row) => sum + row.gpuSeconds, 0);
  const delayed = days.filter(({ startDelayMs }) => startDelayMs !== null);
  const delayedDreams = delayed.reduce((sum, row) => sum + row.dreams, 0);
  const delayMs = delayed.reduce((sum, row) => sum + Number(row.startDelayMs) * row.dreams, 0);
  // RunPod bills more than the dreams' time: a job starts before its dream and ends after it.
  const billedSeconds = sums.jobs > 0 ? sums.gpuMs / 1000 : gpuSeconds;
  return {
    waiting: { queued, reason },
    workers: [
      ...here.map((one) => ({ ...liveRow(one), ...dayOf(byId.get(one.workerId)) })),
      ...gone.map((row) => ({
        ...goneRow(row),
        draining: stream.workers.isDraining(row.workerId ?? ''),
        ...dayOf(row),
      })),
    ],
    jobs: jobs.map((job) => jobRow(job, cost)),
    day: {
      dreams: days.reduce((sum, row) => sum + row.dreams, 0),
      failures: days.reduce((sum, row) => sum + row.failures, 0),
      start_delay_seconds: delayedDreams > 0 ? delayMs / delayedDreams / 1000 : null,
      gpu_seconds: billedSeconds,
      cost_usd: cost(billedSeconds),
      jobs: sums.jobs,
      failed_jobs: sums.failures,
    },
    usd_per_hour: usdPerHour,
  };
}

type Live = Omit<WorkerRow, keyof WorkerDay>;

function liveRow(worker: LiveWorker): Live {
  return {
    id: worker.connectionId,
    worker_id: worker.workerId,
    generator: worker.generator,
    version: worker.version,
    state: worker.state,
    draining: worker.isDraining,
    address: worker.address,
    since: utcText(worker.connectedAt),
    session_id: worker.dreamId,
    fps: worker.fps,
    note: worker.fault ?? worker.note,
  };
}

function goneRow({ workerId, generator, version, lastAt }: DayRow): Live {
  return {
    id: `gone ${workerId}`,
    worker_id: workerId ?? '',
    generator,
    version,
    state: 'gone',
    draining: false,
    address: null,
    since: utcText(lastAt),
    session_id: null,
    fps: null,
    note: null,
  };
}

function jobRow(job: JobRow, cost: (seconds: number) => number | null): GpuJobRow {
  const { askedAt, startedAt, dialledAt, endedAt, gpuMs } = job;
  const ran = gpuMs ?? (startedAt !== null && endedAt !== null ? endedAt - startedAt : null);
  return {
    id: job.key,
    rp_job_id: job.jobId,
    rp_worker_id: job.workerId,
    session_id: job.dreamId,
    asked_at: utcText(askedAt),
    start_delay_seconds: dialledAt === null ? null : (dialledAt - askedAt) / 1000,
    gpu_seconds: ran === null ? null : ran / 1000,
    cost_usd: ran === null ? null : cost(ran / 1000),
    outcome: job.outcome ?? (dialledAt === null ? 'starting' : 'drawing'),
  };
}
