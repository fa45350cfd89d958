/**
 * Gets a prompt rejected, then dies between the database's delete and whatever comes next: `die-at-refusal.ts <data
 * folder> <tapes folder> <dream>`.
 */
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../db/open.ts';
import { createDreamRepository } from '../../dreams/repository.ts';
import { systemClock } from '../../kit/clock.ts';
import { type JournalFile, openJournal } from '../../recordings/journal/journal.ts';
import { createRoomWriter } from '../room/room-writer.ts';
import { quietLog } from './room-stage.ts';

/** Makes the disk slower than the database. */
const DISK_MS = 100;

const [dataDir = '', tapesDir = '', id = ''] = process.argv.slice(2);
const db = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL });
const repository = createDreamRepository(db, systemClock);
const journal = openJournal(tapesDir, id, { log: quietLog, createFile });
const persist = createRoomWriter({
  log: quietLog,
  journal,
  dream: { id, node: 'here' },
  repository: {
    ...repository,
    async recordPrompt(prompt) {
      // Otherwise the journal would need no line for it.
      await journal.kept();
      await repository.recordPrompt(prompt);
    },
    async dropRefusedPrompt(...prompt) {
      await repository.dropRefusedPrompt(...prompt);
      process.kill(process.pid, 'SIGKILL');
    },
  },
});
async function createFile(path: string): Promise<JournalFile> {
  const file = await open(path, 'wx');
  return {
    async write(bytes: Buffer, offset: number, length: number, position: number) {
      await setTimeout(DISK_MS);
      return file.write(bytes, offset, length, position);
    },
    truncate: (length) => file.truncate(length),
    datasync: () => file.datasync(),
    close: () => file.close(),
  } as JournalFile;
}

await persist({ kind: 'prompt', position: 1, clientId: 'a', text: 'a sea', sentAt: 1, checking: true });
await persist.settled();
persist({ kind: 'prompt-refused', position: 1 });
await persist.settled();
