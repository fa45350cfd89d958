interface Worker {
  state: string;
  isDraining: boolean;
  fault: string | null;
  note: string | null;
}

/**
 * Why people are waiting for a worker, as a sentence for the operator. Null if nobody waits, unless this machine's
 * worker is in trouble and newcomers would wait.
 * @param started the reason if workers are started on demand; null if they dial in by themselves
 * @param ownTrouble why this machine's own worker can't draw, if it should have one
 */
export function whyWaiting(
  queued: number,
  workers: readonly Worker[],
  started: string | null,
  ownTrouble: string | null = null,
): string | null {
  const all = workers.length;
  if (ownTrouble && workers.every(({ state, note }) => state === 'idle' && note !== null)) return ownTrouble;
  if (queued === 0) return null;
  if (started !== null) return started;
  const failed = workers.find(({ state }) => state === 'resting');
  if (failed?.fault)
    return `${all === 1 ? 'The only worker' : 'A worker'} failed with its last dream, and is tried again in a moment: ${failed.fault}`;
  const loading = workers.find(({ state }) => state === 'loading');
  if (loading?.note)
    return `${all === 1 ? 'The only worker' : 'A worker'} has a dream that it can’t draw yet: ${loading.note}`;
  const draining = workers.filter(({ isDraining }) => isDraining).length;
  if (all === 0) return 'No worker is connected. Start one, or see why those that should be there are not.';
  if (draining === all)
    return all === 1 ? 'The only worker is draining.' : `All ${all} workers are draining.`;
  const busy = all - draining;
  if (draining === 0) return all === 1 ? 'The only worker is busy.' : `All ${all} workers are busy.`;
  return `Of ${all} workers ${busy} ${busy === 1 ? 'is' : 'are'} busy and ${draining} ${draining === 1 ? 'is' : 'are'} draining.`;
}
