import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';

/** the channel of all processes of this database */
export const NUDGES = 'reverie_nudges';
const AGAIN_AFTER_MS = 2_000;

/** Listens on a connection of its own, and dials again for as long as it takes. */
export function listenForNudges(url: string, heard: () => void): () => Promise<void> {
  const stopping = new AbortController();
  let client: pg.Client | null = null;

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      const dialled = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
      });
      const lost = new Promise<void>((resolve) => {
        dialled.on('error', () => resolve());
        dialled.once('end', () => resolve());
      });
      try {
        client = dialled;
        await dialled.connect();
        dialled.on('notification', heard);
        await dialled.query(`LISTEN ${NUDGES}`);
        // What was said meanwhile was said to nobody.
        heard();
        await lost;
      } catch {
        // Away: whoever waits for nudges looks now and then by itself.
      }
      void dialled.end().catch(() => {});
      await after(AGAIN_AFTER_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  const listening = listen();
  return async function stop() {
    stopping.abort();
    void client?.end().catch(() => {});
    await listening;
  };
}
