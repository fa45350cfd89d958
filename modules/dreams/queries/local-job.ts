/** Prefix of a dream's job id, followed by the dream's id, until a worker provider assigns another. */
export const LOCAL_JOB = 'local-';
