/**
 * Why people wait for a worker, in a sentence for the operator; null when nobody does.
 * @param started what is to be said where workers are started for dreams; null where they dial in by themselves
 */
export function whyWaiting(
  queued: number,
  workers: readonly { isDraining: boolean }[],
  started: string | null,
): string | null {
  if (queued === 0) return null;
  if (started !== null) return started;
  const all = workers.length;
  const draining = workers.filter(({ isDraining }) => isDraining).length;
  if (all === 0) return 'No worker is connected. Start one, or see why those that should be there are not.';
  if (draining === all)
    return all === 1 ? 'The only worker is draining.' : `All ${all} workers are draining.`;
  const busy = all - draining;
  if (draining === 0) return all === 1 ? 'The only worker is busy.' : `All ${all} workers are busy.`;
  return `Of ${all} workers ${busy} ${busy === 1 ? 'is' : 'are'} busy and ${draining} ${draining === 1 ? 'is' : 'are'} draining.`;
}
