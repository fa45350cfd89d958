/** Outcome of a RunPod job: it served its dream, wasn't needed in the end, or failed in one of these ways. */
export type JobOutcome = 'served' | 'unused' | 'refused' | 'lost' | 'never-dialled' | 'failed';
