import { m } from '../../kit/texts/m.ts';

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
  if (failed?.fault) return m.stream_waiting_failed({ count: all, reason: failed.fault });
  const loading = workers.find(({ state }) => state === 'loading');
  if (loading?.note) return m.stream_waiting_loading({ count: all, reason: loading.note });
  const draining = workers.filter(({ isDraining }) => isDraining).length;
  if (all === 0) return m.stream_waiting_no_worker();
  if (draining === all) return m.stream_waiting_draining({ count: all });
  const busy = all - draining;
  if (draining === 0) return m.stream_waiting_busy({ count: all });
  return m.stream_waiting_mixed({ busy, draining });
}
