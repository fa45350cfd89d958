import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../tests/wire/inbox.ts';
import { quietLog } from '../../stream/testing/room-stage.ts';
import { type JournalFile, openJournal, readJournal } from './journal.ts';
import type { RoomWrite } from './room-writes.ts';

let tapes: string;
beforeEach(async () => {
  tapes = await mkdtemp(join(tmpdir(), 'reverie-journal-'));
});
afterEach(() => rm(tapes, { recursive: true, force: true }));

const prompt = (position: number, text = 'a sea – “Zoë”\n{"}'): RoomWrite => ({
  kind: 'prompt',
  position,
  clientId: `p${position}`,
  text,
  sentAt: 1_790_000_000_000 + position,
});
const shown = (position: number): RoomWrite => ({ kind: 'prompt-shown', position, frameId: 7, shownAt: 9 });
const path = () => join(tapes, 'dream', 'journal.jsonl');
const kept = async (count: number) =>
  until(`${count} writes on the disk`, async () => {
    const writes = await readJournal(tapes, 'dream');
    return writes?.length === count && writes;
  });

test('entries are read back in order; a dream without any has no journal and no folder', async () => {
  const journal = openJournal(tapes, 'dream', { log: quietLog });
  expect(await readJournal(tapes, 'dream')).toBeNull();
  expect(await readdir(tapes)).toEqual([]);
  const writes = [prompt(1), prompt(2), shown(2), prompt(3)];
  for (const write of writes) journal.append(write);
  expect(await kept(4)).toEqual(writes);
  journal.append(shown(3));
  expect(await kept(5)).toEqual([...writes, shown(3)]);
  await journal.remove();
});

test('kept entries are on disk, unless the database has stored them by then', async () => {
  const journal = openJournal(tapes, 'dream', { log: quietLog });
  expect(journal.kept()).toBeNull();
  for (let position = 1; position <= 20; position++) {
    journal.append(prompt(position));
    await journal.kept();
    expect(await readJournal(tapes, 'dream')).toHaveLength(position);
  }
  await until('the end of writing', () => journal.kept() === null);
  journal.append(prompt(21));
  const kept = journal.kept();
  journal.stored();
  await kept;
  await journal.remove();
});

test('an entry that undoes a write reaches the disk even if the database has stored it by then', async () => {
  const journal = openJournal(tapes, 'dream', { log: quietLog });
  journal.append(prompt(1));
  await journal.kept();
  const refused: RoomWrite = { kind: 'prompt-refused', position: 1 };
  journal.append(refused);
  journal.append(shown(1));
  journal.stored();
  expect(await kept(2)).toEqual([prompt(1), refused]);
  await journal.remove();
});

test('a torn last line or a damaged one only costs itself', async () => {
  const journal = openJournal(tapes, 'dream', { log: quietLog });
  for (const position of [1, 2, 3]) journal.append(prompt(position));
  await kept(3);
  const lines = (await readFile(path(), 'utf8')).split('\n');
  await writeFile(path(), [lines[0], lines[1]?.replace('p2', 'p9'), lines[2], ''].join('\n'));
  await appendFile(path(), lines[0]?.slice(0, -1) ?? '');
  expect(await readJournal(tapes, 'dream')).toEqual([prompt(1), prompt(3)]);
  await journal.remove();
});

test('a full disk is retried; a partial line is overwritten', async () => {
  let room = 150;
  const faults: string[] = [];
  const log = { ...quietLog, error: (text: string) => void faults.push(text) };
  const journal = openJournal(tapes, 'dream', {
    log,
    async createFile(path): Promise<JournalFile> {
      const file = await open(path, 'wx');
      return Object.assign(Object.create(file) as JournalFile, {
        async write(bytes: Buffer, offset: number, length: number, position: number) {
          const fits = Math.min(length, room - position);
          if (fits <= 0) throw new Error('ENOSPC: no space left on device');
          return file.write(bytes, offset, fits, position);
        },
        truncate: (length: number) => file.truncate(length),
        datasync: () => file.datasync(),
        close: () => file.close(),
      });
    },
  });
  for (const position of [1, 2, 3]) journal.append(prompt(position));
  let isKept = false;
  void journal.kept()?.then(() => {
    isKept = true;
  });
  await until('the fault', () => faults.length > 0);
  journal.append(prompt(4));
  expect(isKept).toBe(false);
  room = 1_000;
  await journal.kept();
  expect(isKept).toBe(true);
  expect(await kept(4)).toEqual([1, 2, 3, 4].map((position) => prompt(position)));
  expect(faults).toHaveLength(1);
  await journal.remove();
});

test('is truncated once everything is stored and the file is large', async () => {
  const journal = openJournal(tapes, 'dream', { log: quietLog });
  for (let position = 1; position <= 300; position++) journal.append(prompt(position, 'x'.repeat(1000)));
  await kept(300);
  journal.stored();
  await kept(0);
  journal.append(prompt(301));
  expect(await kept(1)).toEqual([prompt(301)]);
  await journal.remove();
});

test('is deleted with its folder, or without it if a tape is in it', async () => {
  const alone = openJournal(tapes, 'dream', { log: quietLog });
  alone.append(prompt(1));
  await kept(1);
  await alone.remove();
  expect(await readdir(tapes)).toEqual([]);
  await mkdir(join(tapes, 'dream'));
  await writeFile(join(tapes, 'dream', 'frames.tape'), '');
  const beside = openJournal(tapes, 'dream', { log: quietLog });
  beside.append(prompt(1));
  await kept(1);
  await beside.remove();
  expect(await readdir(join(tapes, 'dream'))).toEqual(['frames.tape']);
  // A journal without writes has no file to remove.
  await openJournal(tapes, 'dream', { log: quietLog }).remove();
});
