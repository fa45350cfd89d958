/** In a file without the validator, so that a browser gets the words alone. */
export const JOB_STATUSES = [
  'PENDING',
  'RUNNING',
  'DONE',
  'FAILED',
  'ABORTED',
  'TIMEOUT NO CONNECTION',
] as const;
/** State of one dream in its life; the last four are ends. */
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Of a dream that waits or is drawn; a person has at most one such. */
export const ACTIVE_STATUSES = ['PENDING', 'RUNNING'] as const satisfies JobStatus[];
export type EndStatus = Exclude<JobStatus, (typeof ACTIVE_STATUSES)[number]>;

export const isActive = (status: JobStatus): boolean =>
  (ACTIVE_STATUSES as readonly JobStatus[]).includes(status);
