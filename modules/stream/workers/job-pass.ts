/** Permission of a job's ticket: to draw one dream until it ends. */
export interface JobPass {
  readonly key: string;
  readonly dreamId: string;
  /**
   * Called when its worker has dialled in.
   * @param jobId the job id that the worker reports
   * @returns what is wrong with it, or null
   */
  dialled(jobId: string | null, workerId: string): string | null;
}
