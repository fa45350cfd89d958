import type { RunpodTrouble } from './dispatcher.ts';

/** What the person reads whose dream waits. @param trouble what keeps it; null when a GPU is on its way */
export function waitNote(trouble: RunpodTrouble | null): string {
  if (trouble === null) return 'Starting a GPU…';
  return trouble === 'jobs-ceiling' || trouble === 'money-ceiling'
    ? 'All GPUs are in use. You keep your place in line.'
    : 'No GPU could be started yet. We keep trying.';
}
