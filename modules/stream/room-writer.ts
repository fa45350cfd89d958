import type { Log } from '../../src/log.ts';

/** Writes to the database in order and never in the way of the picture; a lost database is tried again. */
export function createRoomWriter(log: Log, dreamId: string) {
  const WAITS_MS = [100, 400, 1_500, 5_000, 15_000];
  const LAST_WAIT_MS = 15_000;
  let chain: Promise<void> = Promise.resolve();

  async function attempt(what: string, write: () => Promise<unknown>, untilStored: boolean): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await write();
        return;
      } catch (error) {
        log.warn('a write waits for the database', { dream: dreamId, what, error });
        const wait = WAITS_MS[tries] ?? (untilStored ? LAST_WAIT_MS : null);
        if (wait === null) return;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  function persist(what: string, write: () => Promise<unknown>, how = { untilStored: false }): void {
    chain = chain.then(() => attempt(what, write, how.untilStored));
  }
  persist.settled = () => chain;
  return persist;
}
