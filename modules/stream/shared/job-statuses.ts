/** In a file without the validator, so that a browser gets the words alone. */
export const JOB_STATUSES = [
  'PENDING',
  'RUNNING',
  'DONE',
  'FAILED',
  'ABORTED',
  'TIMEOUT NO CONNECTION',
] as const;
/** Where one dream is in its life; the last four are ends. */
export type JobStatus = (typeof JOB_STATUSES)[number];
