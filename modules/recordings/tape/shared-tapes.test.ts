import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../kit/log.ts';
import { createFileStorage } from '../../kit/storage/file-storage.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { createSharedTapes } from './shared-tapes.ts';
import { openTape } from './tape.ts';
import { framesPath, soundPath, tapeFolder } from './tape-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-shared-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const tapesOf = (node: string) => join(folder, node);
const nodeNamed = (node: string) =>
  createSharedTapes({
    storage: createFileStorage(join(folder, 'bucket')),
    tapesDir: tapesOf(node),
    log: createLog('error', () => undefined),
  });

test.each([true, false])(
  'a tape with sound (%s) moves to another server whole, and is deleted whole',
  async (hasSound) => {
    const [here, there] = [nodeNamed('a'), nodeNamed('b')];
    const tape = openTape(tapesOf('a'), { sessionId: 'dream', startedAt: 0, fps: 16 });
    for (let id = 0; id < 20; id += 1)
      tape.append(newFrame({ id, at: id }, Uint8Array.of(0xff, 0xd8, ...Array(400).fill(id))), id * 60);
    for (let n = 0; hasSound && n < 60; n += 1) tape.appendSound(new Uint8Array(90).fill(n), n * 20);
    await tape.close();
    const dir = tapeFolder(tapesOf('a'), 'dream');
    const paths = hasSound ? [framesPath, soundPath] : [framesPath];
    const sent = await Promise.all(paths.map((pathIn) => readFile(pathIn(dir))));
    expect(tape.soundBytes).toBe(sent[1]?.length ?? 0);

    await here.complete('dream');
    expect(await readdir(dir)).toEqual(['meta.json']);
    await here.complete('dream');
    await there.bring('dream');
    const brought = tapeFolder(tapesOf('b'), 'dream');
    expect((await readdir(brought)).sort()).toEqual(
      hasSound ? ['frames.tape', 'meta.json', 'sound.tape'] : ['frames.tape', 'meta.json'],
    );
    expect(await Promise.all(paths.map((pathIn) => readFile(pathIn(brought))))).toEqual(sent);
    await there.remove('dream');
    expect(await createFileStorage(join(folder, 'bucket')).list('')).toEqual([]);
  },
);
