import { z } from 'zod';
import { words } from './fields.ts';
import type { DreamRow } from './sessions.ts';
import type { GpuJobStatus } from './status-texts.ts';

/** POST /api/admin/worker-data: all workers, or a command to one of them */
export const workerDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getWorkers') }),
  z.strictObject({ action: z.literal('getHistory'), workerId: words(128).min(1) }),
  z.strictObject({ action: z.enum(['drain', 'resume', 'remove']), workerId: words(128).min(1) }),
]);
export type WorkerChange = Extract<
  z.output<typeof workerDataRequest>,
  { action: 'drain' | 'resume' | 'remove' }
>;

/** A worker's last 24 hours. */
export interface WorkerDay {
  dreams: number;
  failures: number;
  /** mean time from a dream's request until the worker could draw */
  start_delay_seconds: number | null;
  gpu_seconds: number;
  /** based on the GPU's hourly price, if set */
  cost_usd: number | null;
}
export interface WorkerRow extends WorkerDay {
  /** id of the connection; a worker may have several */
  id: string;
  worker_id: string;
  generator: string | null;
  version: string | null;
  /** gone: was connected within the last 24 hours */
  state: 'idle' | 'loading' | 'drawing' | 'resting' | 'stopping' | 'gone';
  draining: boolean;
  /** network address that it connects from */
  address: string | null;
  /** when it connected, or when its last dream ended */
  since: string;
  session_id: string | null;
  /** frames per second, as last measured */
  fps: number | null;
  note: string | null;
}
/** A dream that a worker ran or failed to run. */
export interface WorkerDream extends DreamRow {
  /** why it ended, in words; null while it is live */
  end: string | null;
  start_delay_seconds: number | null;
  gpu_seconds: number | null;
  cost_usd: number | null;
  fps: number | null;
}
export interface WorkerHistoryAnswer {
  worker_id: string;
  generator: string | null;
  version: string | null;
  /** the last 30 days */
  month: WorkerDay;
  /** the newest of them */
  dreams: WorkerDream[];
}

export interface GpuJobRow {
  id: string;
  rp_job_id: string | null;
  rp_worker_id: string | null;
  session_id: string;
  asked_at: string;
  /** from the request until its worker connected */
  start_delay_seconds: number | null;
  gpu_seconds: number | null;
  cost_usd: number | null;
  outcome: GpuJobStatus;
}
export interface WorkersAnswer {
  waiting: { queued: number; reason: string | null };
  workers: WorkerRow[];
  jobs: GpuJobRow[];
  /** the last 24 hours, all workers and all jobs */
  day: WorkerDay & { jobs: number; failed_jobs: number };
  usd_per_hour: number | null;
}
