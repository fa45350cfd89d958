import { isRefusal } from '../../../db/dialect.ts';
import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import { readJournal, removeJournal } from '../journal/journal.ts';
import { type RoomWrite, storeWrite } from '../journal/room-writes.ts';
import { listTapes } from '../tape/tape-folder.ts';

export interface ReplayDeps {
  repository: DreamRepository;
  log: Log;
  /** this server's node */
  node: string;
  tapesDir: string;
}

/**
 * Stores writes that the rooms of a killed process acknowledged but the database never received. Idempotent. Rejects if
 * the database goes away; the next start continues.
 */
export async function replayJournals(deps: ReplayDeps): Promise<void> {
  for (const { sessionId } of await listTapes(deps.tapesDir)) {
    const writes = await readJournal(deps.tapesDir, sessionId).catch((error: unknown) => {
      deps.log.error('a journal couldn’t be read', { dream: sessionId, error });
      return null;
    });
    if (writes) await replay(deps, sessionId, writes);
  }
}

async function replay(deps: ReplayDeps, dreamId: string, writes: RoomWrite[]): Promise<void> {
  const { repository, log, tapesDir } = deps;
  if (!(await repository.find(dreamId))) {
    // It may belong to a different database.
    log.warn('kept a journal whose dream isn’t in the database', { dream: dreamId });
    return;
  }
  for (const write of writes) {
    try {
      await storeWrite(repository, { id: dreamId, node: deps.node }, write);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error('the database rejected a write', { dream: dreamId, what: write.kind, error });
    }
  }
  await removeJournal(tapesDir, dreamId);
  log.info('a journal was replayed', { dream: dreamId, writes: writes.length });
}
