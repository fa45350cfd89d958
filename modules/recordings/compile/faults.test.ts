import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openTape } from '../tape/tape.ts';
import { checkImage, checkVideo } from './check-files.ts';
import { compileTape, TapeFault } from './compile.ts';

const { ENOSPC, EIO, EDQUOT } = constants.errno;
const SOURCE = fileURLToPath(new URL('../testing/faulty-writes.c', import.meta.url));
const FAULTY = new URL('../testing/faulty-compile.ts', import.meta.url);
let folder: string;
let tapeDir: string;
/** null if no C compiler is installed */
let library: string | null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-faults-'));
  library = build(join(folder, 'faulty-writes.so'));
  const tape = openTape(folder, { sessionId: 'dream', startedAt: 0, fps: 16 });
  const jpeg = await noise();
  for (let id = 0; id < 24; id += 1) tape.append(newFrame({ id, at: 0 }, jpeg), 1000 + id * 62.5);
  await tape.close();
  tapeDir = tape.dir;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function build(target: string): string | null {
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', target, SOURCE, '-ldl'], { stdio: 'ignore' });
    return target;
  } catch {
    return null;
  }
}

const noise = () =>
  sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

/** Inside the first frame, whose slices start well before this offset. */
const HOLE = { from: 8_000, bytes: 512 };

interface Fault {
  file: string;
  /** index of the write that fails, negative from the end; default: none */
  at?: number;
  /** default: bytes are lost without an error */
  errno?: number;
  stays?: boolean;
}

async function compileWith({ file, at = 0, errno, stays = false }: Fault) {
  if (at < 0) at += (await writesOf(file)) + 1;
  const dir = await mkdtemp(join(folder, 'case-'));
  const outDir = join(dir, 'out');
  const faults = {
    LD_PRELOAD: library,
    FAULT_FILE: file,
    FAULT_AT: String(at),
    FAULT_COUNTED: join(dir, 'counted'),
    ...(errno === undefined ? { FAULT_SILENT: '1' } : { FAULT_ERRNO: String(errno) }),
    ...(stays && { FAULT_STAYS: '1' }),
  };
  await mkdir(outDir);
  await writeFile(join(dir, 'faults.json'), JSON.stringify(faults));
  const outcome = await compileTape({ tapeDir, outDir, entry: FAULTY }).catch((error: Error) => error);
  const writes = Number(await readFile(faults.FAULT_COUNTED, 'utf8'));
  return { outcome, left: await readdir(outDir), writes };
}

async function writesOf(file: string): Promise<number> {
  counted[file] ??= compileWith({ file }).then(({ outcome, writes }) => {
    expect(outcome).toMatchObject({ kind: 'compiled', frames: 24 });
    return writes;
  });
  return await counted[file];
}
const counted: Record<string, Promise<number>> = {};

describe('a disk that fails while a file is written', () => {
  test.for([
    // The index is written last, after all frames.
    { file: 'video.mp4', at: -1, errno: ENOSPC, says: 'the disk has no space for the video' },
    { file: 'video.mp4', at: -2, errno: EDQUOT, stays: true, says: 'the disk has no space for the video' },
    { file: 'video.mp4', at: -1, errno: EIO, says: 'the disk failed: ' },
    { file: 'preview.mp4', at: -1, errno: ENOSPC, says: 'the disk has no space for the video' },
  ])('postpones the compile: write $at of $file, errno $errno', async ({ says, ...fault }, context) => {
    if (!library) return context.skip('no C compiler here');
    const { outcome, left } = await compileWith(fault);
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome).not.toBeInstanceOf(TapeFault);
    expect((outcome as Error).message).toContain(says);
    expect(left).toEqual([]);
  });

  test.for([
    { file: 'video.mp4', at: 1, says: 'video.mp4 is broken: its index can’t be read' },
    { file: 'video.mp4', at: -1, says: 'video.mp4 is broken: ' },
    { file: 'preview.mp4', at: -1, says: 'preview.mp4 is broken: ' },
  ])('without reporting it is noticed: write $at of $file', async ({ says, ...fault }, context) => {
    if (!library) return context.skip('no C compiler here');
    const { outcome, left } = await compileWith(fault);
    expect(outcome).toBeInstanceOf(TapeFault);
    expect((outcome as Error).message).toContain(says);
    expect(left).toEqual([]);
  });

  test('leaves a hole in a keyframe, which is noticed though decoders fill it in', async () => {
    const outDir = join(folder, 'hole');
    const made = await compileTape({ tapeDir, outDir });
    if (made.kind !== 'compiled') throw new Error(made.kind);
    const path = join(outDir, made.video);
    await checkVideo(path, made);
    const bytes = await readFile(path);
    const from = bytes.indexOf('mdat') + HOLE.from;
    await writeFile(path, bytes.fill(0, from, from + HOLE.bytes));
    await expect(checkVideo(path, made)).rejects.toThrow('1 of its 1 keyframes can’t be decoded');
  });

  test('leaves a torn image, which is noticed', async () => {
    const path = join(folder, 'torn.jpg');
    const whole = await noise();
    await writeFile(path, whole);
    await checkImage(path);
    await truncate(path, whole.length - 400);
    await expect(checkImage(path)).rejects.toThrow('torn.jpg is broken');
  });
});
