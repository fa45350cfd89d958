/** Meaning of a job's ticket: one dream, until it has ended. */
export interface JobPass {
  /** of the job */
  readonly key: string;
  readonly dreamId: string;
  /**
   * Its worker has dialled in.
   * @param jobId what the worker calls the job
   * @returns what is wrong with that, or null
   */
  dialled(jobId: string | null, workerId: string): string | null;
}
