import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-outbox-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('mails are deleted after their retention, including half-written ones; other files stay', async () => {
  const outbox = createOutbox(dir);
  await outbox.forget(Date.now());
  for (const id of ['old', 'new', 'erased']) await outbox.put(id, Buffer.from(id), async () => {});
  await expect(
    outbox.put('half', Buffer.from('half'), async () => {
      throw new Error('cut off');
    }),
  ).rejects.toThrow('cut off');
  await writeFile(join(dir, 'outbox/notes.txt'), 'theirs');
  const long = new Date(Date.now() - 31 * 24 * 3600_000);
  for (const name of ['old.eml', 'half.eml.part', 'notes.txt'])
    await utimes(join(dir, 'outbox', name), long, long);
  await outbox.forget(Date.now() - 30 * 24 * 3600_000);
  await outbox.remove(['erased', 'never-there']);
  expect((await readdir(join(dir, 'outbox'))).toSorted()).toEqual(['new.eml', 'notes.txt']);
});
