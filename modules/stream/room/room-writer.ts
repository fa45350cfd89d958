import { isRefusal } from '../../../db/dialect.ts';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import { within } from '../../kit/within.ts';
import type { Journal } from '../../recordings/recordings.ts';
import { type RoomWrite, storeWrite } from '../../recordings/recordings.ts';

/** Back-off; the last value repeats while the database is unreachable. */
const WAITS_MS = [100, 400, 1_500, 5_000];
/** With a full disk, the journal line may be written much later. */
const JOURNAL_TIMEOUT_MS = 5_000;
/** Longest time that a slow database may delay calls that read what a dream stores. */
const READABLE_TIMEOUT_MS = 2_000;
/** Hours of prompts at the maximum rate. Beyond this they are rejected rather than accepted and lost. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;

/**
 * Writes to the database in order without ever delaying a frame. Unstored writes wait in memory and in the journal on
 * disk for as long as the database is down.
 */
export function createRoomWriter(deps: {
  log: Log;
  repository: DreamRepository;
  journal: Journal;
  dream: Pick<Dream, 'id' | 'node'>;
}) {
  const { log, repository, journal, dream } = deps;
  const waiting: { write: RoomWrite; chars: number }[] = [];
  let waitingChars = 0;
  let working: Promise<void> | null = null;

  /** Resolves once the write survives a kill. Null if it already does. */
  function persist(write: RoomWrite): Promise<void> | null {
    const chars = journal.append(write);
    waiting.push({ write, chars });
    waitingChars += chars;
    working ??= storeWaiting();
    return journal.kept();
  }

  async function storeWaiting(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { write, chars } = next;
      // If killed after the delete but before this line reaches the disk, a replay would store the prompt again.
      if (write.kind === 'prompt-refused')
        await within(journal.kept() ?? Promise.resolve(), JOURNAL_TIMEOUT_MS);
      await persist.untilDone(write.kind, () => storeWrite(repository, dream, write));
      waiting.shift();
      waitingChars -= chars;
    }
    journal.stored();
    working = null;
  }

  /** Retries until the database stores the write or explicitly rejects it. */
  persist.untilDone = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        await work();
        return;
      } catch (error) {
        if (isRefusal(error)) {
          log.error('the database refused a write', { dream: dream.id, what, error });
          return;
        }
        log.warn('a write waits for the database', { dream: dream.id, what, error });
        const wait = WAITS_MS[tries] ?? WAITS_MS.at(-1);
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  };
  persist.kept = () => journal.kept();
  persist.settled = () => working ?? Promise.resolve();
  /** Resolves once the database has everything so far, or after two seconds. */
  persist.readable = () => within(persist.settled(), READABLE_TIMEOUT_MS);
  persist.isFull = () => waitingChars >= MAX_WAITING_CHARS;
  return persist;
}
