import { m } from '../../kit/texts/m.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { JobOutcome } from '../../stream/contract/job-outcome.ts';

export const STATUS_TEXTS: Record<JobStatus, () => string> = {
  PENDING: m.admin_status_pending,
  RUNNING: m.admin_status_running,
  DONE: m.admin_status_done,
  FAILED: m.admin_status_failed,
  ABORTED: m.admin_status_aborted,
  'TIMEOUT NO CONNECTION': m.admin_status_no_connection,
};

export type GpuJobStatus = JobOutcome | 'starting' | 'drawing';

export const GPU_JOB_TEXTS: Record<GpuJobStatus, () => string> = {
  starting: m.admin_workers_job_starting,
  drawing: m.admin_workers_job_drawing,
  served: m.admin_workers_job_served,
  unused: m.admin_workers_job_unused,
  refused: m.admin_workers_job_refused,
  lost: m.admin_workers_job_lost,
  'never-dialled': m.admin_workers_job_never_connected,
  failed: m.admin_workers_job_failed,
};
