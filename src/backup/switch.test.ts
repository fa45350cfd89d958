import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk } from '../../modules/kit/testing/small-disk.ts';
import { assertMovable, filledState, isState } from './place-files.ts';
import { beginSwitch, finishMoves, movesOf, newIn, readSwitch, writeSwitch } from './switch.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reverie-switch-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const OLD = { 'reverie.sqlite': 'old', 'media/a': 'old', 'settings.json': 'old', 'outbox/1.eml': 'old' };
const NEW = { 'reverie.sqlite': 'new', 'media/a': 'new', 'tapes/t': 'new', 'settings.json': 'new' };
const THEIRS = { 'models/m': 'theirs', '.DS_Store': 'theirs', 'notes.txt': 'theirs' };

async function put(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Our files and their contents; also asserts that foreign files are untouched. */
async function whole(): Promise<Record<string, string>> {
  for (const [name, text] of Object.entries(THEIRS))
    expect(await readFile(join(dir, name), 'utf8')).toBe(text);
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const state = files.filter((path) => isState(path.slice(dir.length + 1).split('/')[0] ?? ''));
  return Object.fromEntries(
    await Promise.all(state.map(async (path) => [path.slice(dir.length + 1), await readFile(path, 'utf8')])),
  );
}

async function begin(): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await put(dir, { ...OLD, ...THEIRS });
  await put(newIn(dir), NEW);
  beginSwitch(dir, []);
}

/** Makes at most `count` of the remaining moves, like a process that is then killed. */
function doSome(count: number): void {
  const state = readSwitch(dir);
  if (!state) throw new Error('nothing is under way');
  let done = 0;
  for (const move of movesOf(dir, state)) {
    if (done === count) return;
    move();
    done += 1;
  }
}

test('killed after any move, a switch completes with the new state, or rolls back to the old one', async () => {
  for (let first = 0; first < 10; first += 1) {
    for (let second = 0; second < 10; second += 1) {
      await begin();
      doSome(first);
      doSome(second);
      expect(finishMoves(dir)).toBe(true);
      expect(await whole()).toEqual(NEW);
      // The program that ran on the new state left files of its own.
      await put(dir, { 'reverie.sqlite-wal': 'new', 'media/b': 'new', 'uploads/u': 'new' });
      const state = readSwitch(dir);
      if (state) writeSwitch(dir, { ...state, step: 'returning' });
      doSome(first);
      doSome(second);
      expect(finishMoves(dir)).toBe(true);
      expect(await whole()).toEqual(OLD);
      expect(finishMoves(dir)).toBe(false);
    }
  }
});

test('a switch that is rolled back before its end leaves the old state', async () => {
  for (let moves = 0; moves < 10; moves += 1) {
    await begin();
    doSome(moves);
    const state = readSwitch(dir);
    if (state) writeSwitch(dir, { ...state, step: 'returning' });
    finishMoves(dir);
    expect(await whole()).toEqual(OLD);
  }
});

test('folders that are symbolic links or mount points are rejected before anything is moved', async (context) => {
  await put(dir, { ...OLD, ...THEIRS, 'elsewhere/x': 'x' });
  assertMovable(dir);
  await symlink(join(dir, 'elsewhere'), join(dir, 'media/dreams'));
  expect(() => assertMovable(dir)).toThrow(/media\/dreams is on another disk, or a link to one/);
  await rm(join(dir, 'media'), { recursive: true });
  await symlink(join(dir, 'elsewhere'), join(dir, 'media'));
  expect(() => assertMovable(dir)).toThrow(/media is on another disk/);
  await rm(join(dir, 'media'));
  await mkdir(join(dir, 'media'));
  const unmount = mountSmallDisk(join(dir, 'media'), '8m');
  if (!unmount) return context.skip('this user may not mount a small disk');
  try {
    expect(() => assertMovable(dir)).toThrow(/media is on another disk/);
  } finally {
    unmount();
  }
});

test('a folder without our files counts as empty, whatever else is in it', async () => {
  await put(dir, {
    ...THEIRS,
    'media/.DS_Store': 'x',
    'media/lost+found/#1': 'x',
    'lost+found/#2': 'x',
    'photos/a': 'x',
  });
  await mkdir(join(dir, 'media/dreams/a'), { recursive: true });
  expect(await filledState(dir)).toEqual([]);
  await put(dir, { 'media/dreams/a/video.mp4': 'v', 'worker-token': 't', 'reverie.sqlite-wal': 'w' });
  expect((await filledState(dir)).toSorted()).toEqual(['media', 'reverie.sqlite-wal', 'worker-token']);
  expect(existsSync(join(dir, 'photos/a'))).toBe(true);
});
