import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';

/** The channel that all processes of this database share. */
export const NOTIFICATIONS = 'reverie_nudges';
const RETRY_AFTER_MS = 2_000;

/** Listens on its own connection and reconnects indefinitely. */
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
      // A connect aborted half-way never settles, and a stop must not wait for an unresponsive server.
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

/** Calls `heard` on each notification; resolves when the connection is lost or can't be made. */
async function hear(client: pg.Client, heard: () => void): Promise<void> {
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.once('end', () => resolve());
  });
  try {
    await client.connect();
    client.on('notification', heard);
    await client.query(`LISTEN ${NOTIFICATIONS}`);
    // Notifications sent while disconnected are lost, so assume one.
    heard();
    await lost;
  } catch {
    // Unreachable. Listeners also poll now and then.
  }
}
