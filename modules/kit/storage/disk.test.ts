import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { type Disk, watchDisk } from './disk.ts';

const TIMEOUTS = { timeout: 20_000, interval: 20 };

let dir: string;
let disk: Disk | null;
let reported: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-disk-'));
  disk = null;
  reported = [];
});
afterEach(async () => {
  await disk?.stop();
  await rm(dir, { recursive: true, force: true });
});

const note = (event: string) => void reported.push(event);
const log = { debug() {}, info: note, warn: note, error: note };
const watch = async () => (disk = await watchDisk(dir, log));

test('a disk with free space isn’t full, and keeps a reserve', async () => {
  const { room, full } = await watch();
  expect(full).toBe(false);
  expect(room).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await readdir(dir)).toEqual(['reserved-room']), TIMEOUTS);
  expect(reported).toEqual([]);
});

test('a full disk releases its reserve, reports it, and recreates it when there is space', async (context) => {
  const unmount = mountSmallDisk(dir, '64m');
  if (!unmount) return context.skip('this user may not mount a small disk');
  try {
    const watched = await watch();
    await vi.waitFor(
      async () => expect((await stat(join(dir, 'reserved-room'))).size).toBe(1024 ** 2),
      TIMEOUTS,
    );
    fill(join(dir, 'others'));
    await vi.waitFor(() => expect(watched.full).toBe(true), TIMEOUTS);
    expect(watched.room).toBeLessThan(0);
    // Deletes have free space for their journal.
    await writeFile(join(dir, 'small'), Buffer.alloc(500_000));
    await watched.look();
    expect(watched.full).toBe(true);

    await rm(join(dir, 'others'));
    await vi.waitFor(() => expect(watched.full).toBe(false), TIMEOUTS);
    await vi.waitFor(
      async () => expect((await stat(join(dir, 'reserved-room'))).size).toBe(1024 ** 2),
      TIMEOUTS,
    );
    expect(reported).toEqual([expect.stringMatching(/^the disk is full/), 'the disk has room again']);

    // A start on a full disk can recover in the same way.
    await watched.stop();
    fill(join(dir, 'others'));
    const next = await watch();
    expect(next.full).toBe(true);
    await writeFile(join(dir, 'small'), Buffer.alloc(500_000));
  } finally {
    await disk?.stop();
    unmount();
  }
});

/** Fills all free space. */
function fill(path: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k'], { stdio: 'ignore' });
  } catch {
    // The write fails when the disk is full, as intended.
  }
}
