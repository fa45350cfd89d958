import type { Clock } from '../kit/clock.ts';
import type { NodeRow } from './store.ts';

/** A node without a heartbeat for this long is lost. */
export const LOST_AFTER_MS = 10_000;
/** After a gap this long between checks, this node doesn't know whether the other nodes had heartbeats. */
const BLIND_AFTER_MS = 5_000;

/** The other nodes as this one sees them. Uses only its own clock, so clocks needn't agree. */
export function createPeers(clock: Pick<Clock, 'monotonic'>) {
  const seen = new Map<string, { run: string; beats: number; movedAt: number }>();
  let list: NodeRow[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;

  return {
    get list(): readonly NodeRow[] {
      return list;
    },

    /** Takes the registry's rows. @returns the lost nodes */
    see(rows: NodeRow[]): NodeRow[] {
      const now = clock.monotonic();
      const wasBlind = now - lookedAt > BLIND_AFTER_MS;
      list = rows;
      lookedAt = now;
      return rows.filter(({ url, run, beats }) => {
        const last = seen.get(url);
        if (!wasBlind && last?.run === run && last.beats === beats)
          return now - last.movedAt >= LOST_AFTER_MS;
        seen.set(url, { run, beats, movedAt: now });
        return false;
      });
    },

    drop(url: string): void {
      list = list.filter((node) => node.url !== url);
    },
  };
}
