import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepUnfinished } from './sweep-unfinished.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-sweep-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, minutesAgo: number): Promise<void> {
  await writeFile(join(folder, name), 'half');
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await utimes(join(folder, name), at, at);
}

test('leftovers of killed backups are deleted; another node’s work in progress stays', async () => {
  await put('reverie-2026-11-01-023000.tar', 9_000);
  await put('reverie-2026-11-02-023000.tar.partial', 90);
  await put('reverie-2026-11-02-023000.tar.database', 80);
  await put('reverie-2026-11-03-023000.tar.partial', 70);
  // Writing a large database to the archive can take hours after it was copied.
  await put('reverie-2026-11-04-023000.tar.partial', 1);
  await put('reverie-2026-11-04-023000.tar.database', 300);
  await put('mine.tar.partial', 9_000);
  sweepUnfinished(folder);
  expect((await readdir(folder)).toSorted()).toEqual([
    'mine.tar.partial',
    'reverie-2026-11-01-023000.tar',
    'reverie-2026-11-04-023000.tar.database',
    'reverie-2026-11-04-023000.tar.partial',
  ]);
  sweepUnfinished(join(folder, 'no-such-folder'));
});
