/**
 * Outcome of a job at RunPod: it drew its dream, was not needed in the end, or came to nothing in one of these
 * ways.
 */
export type JobOutcome = 'served' | 'unused' | 'refused' | 'lost' | 'never-dialled' | 'failed';
