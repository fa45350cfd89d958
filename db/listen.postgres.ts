import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';

/** the channel of all processes of this database */
export const NOTIFICATIONS = 'reverie_nudges';
const RETRY_AFTER_MS = 2_000;

/** Listens on a connection of its own, and dials again for as long as it takes. */
export function listenForNotifications(url: string, heard: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
      });
      // A connect that is ended half-way never settles, and nobody may wait for a server that gives no answer.
      await Promise.race([hear(client, heard), stopped]);
      void client.end().catch(() => {});
      await after(RETRY_AFTER_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }

  const listening = listen();
  return async function stop() {
    stopping.abort();
    await listening;
  };
}

/** Calls for each notification, and resolves when the connection is lost or can't be had. */
async function hear(client: pg.Client, heard: () => void): Promise<void> {
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.once('end', () => resolve());
  });
  try {
    await client.connect();
    client.on('notification', heard);
    await client.query(`LISTEN ${NOTIFICATIONS}`);
    // Nobody received what was sent meanwhile.
    heard();
    await lost;
  } catch {
    // Away: those that wait for notifications also look now and then by themselves.
  }
}
