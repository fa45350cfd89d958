import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Room } from '../room/room.ts';

/** Well below the second within which closing a link has to end every watcher's connection. */
const LOOK_INTERVAL_MS = 400;

interface KeepClosedDeps {
  repository: Pick<DreamRepository, 'listWatchable'>;
  /** true for accounts that are closed or suspended */
  isClosed(userId: string): Promise<boolean>;
  clock: Clock;
  log: Log;
  rooms(): Iterable<Room>;
}

/**
 * Compares the audiences of this server's rooms with the database, so that whatever closes a link, on whatever server,
 * ends its watchers' connections: its owner, a take-down, a report, a deletion, a suspension.
 * @returns stops it
 */
export function keepClosed({ repository, isClosed, clock, log, rooms }: KeepClosedDeps): () => void {
  let isLooking = false;
  let hadFault = false;

  async function look(): Promise<void> {
    const open = [...rooms()].filter(({ audience, ended }) => audience.opening && !ended);
    if (open.length === 0) return;
    const since = clock.monotonic();
    const rows = await repository.listWatchable(open.map(({ dream }) => dream.id));
    for (const room of open) {
      const row = rows.find(({ dreamId }) => dreamId === room.dream.id);
      // Opened while we were looking.
      if (room.audience.openedAt > since && !row) continue;
      if (row && !(await isClosed(room.dream.userId))) room.audience.opened(row);
      else room.audience.close();
    }
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .then(() => {
        hadFault = false;
      })
      .catch((error) => {
        if (!hadFault) log.warn('audiences could not be compared with the database', { error });
        hadFault = true;
      })
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_INTERVAL_MS);
  return () => clearInterval(timer);
}
