/** This file has no schemas, so that browsers don't load the validator. */
export const JOB_STATUSES = [
  'PENDING',
  'RUNNING',
  'DONE',
  'FAILED',
  'ABORTED',
  'TIMEOUT NO CONNECTION',
] as const;
/** A dream's state; the last four are final. */
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A waiting or running dream; each person has at most one. */
export const ACTIVE_STATUSES = ['PENDING', 'RUNNING'] as const satisfies JobStatus[];
export type EndStatus = Exclude<JobStatus, (typeof ACTIVE_STATUSES)[number]>;

export const isActive = (status: JobStatus): boolean =>
  (ACTIVE_STATUSES as readonly JobStatus[]).includes(status);
