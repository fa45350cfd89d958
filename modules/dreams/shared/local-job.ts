/** A dream is known by this and its own id as a job, until a provider of workers gives it another. */
export const LOCAL_JOB = 'local-';
