import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountSmallDisk, resizeDisk } from '../../kit/testing/small-disk.ts';
import { CODEC } from '../../protocol/codecs.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { cutTape } from './cut-tape.ts';
import type { TapeRange } from './read-range.ts';
import { readTape, scanTape, type TapeFrame } from './read-tape.ts';
import { MAX_QUEUED_BYTES, MAX_REFUSED_BYTES, openTape, type TapeOptions } from './tape.ts';
import { TapeExists, type TapeFile } from './tape-file.ts';
import { framesPath, listTapes, removeTape, tapeFolder } from './tape-folder.ts';
import { RECORD_HEADER_BYTES, TAPE_HEADER_BYTES } from './tape-format.ts';

const TIMEOUTS = { timeout: 20_000, interval: 20 };

let tapesDir: string;
beforeEach(async () => {
  tapesDir = await mkdtemp(join(tmpdir(), 'reverie-tapes-'));
});
afterEach(() => rm(tapesDir, { recursive: true, force: true }));

const META = { sessionId: 'dream-1', startedAt: 1_790_000_000_000, fps: 16 };

function jpegOf(frameId: number, length = 500): Uint8Array {
  const jpeg = new Uint8Array(length).map((_, index) => frameId * 7 + index);
  jpeg.set([0xff, 0xd8]);
  return jpeg;
}

const message = (frameId: number, length?: number) =>
  newFrame({ id: frameId, at: 0 }, jpegOf(frameId, length));

async function record(count: number, options?: TapeOptions) {
  const tape = openTape(tapesDir, META, options);
  for (let frameId = 0; frameId < count; frameId += 1) tape.append(message(frameId), 1000 + frameId * 62.5);
  return { dir: tape.dir, ...(await tape.close()) };
}

async function read(dir: string): Promise<TapeFrame[]> {
  return await Array.fromAsync(readTape(dir));
}

/** Unreadable bytes as reported by the frame reader. */
async function damageIn(dir: string): Promise<number> {
  let damaged = 0;
  for await (const _ of readTape(dir, (bytes) => (damaged += bytes)));
  return damaged;
}

const idsOf = (frames: { frameId: number }[]) => frames.map((frame) => frame.frameId);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a tape', () => {
  test('returns each frame with its id and arrival time', async () => {
    const { dir, ...summary } = await record(5);
    expect(summary).toEqual({
      frames: 5,
      bytes: (await stat(framesPath(dir))).size,
      dropped: 0,
      failed: false,
    });
    const frames = await read(dir);
    expect(idsOf(frames)).toEqual(upTo(5));
    expect(frames.map((frame) => frame.at)).toEqual([1000, 1062.5, 1125, 1187.5, 1250]);
    for (const frame of frames) expect(Buffer.compare(frame.bytes, jpegOf(frame.frameId))).toBe(0);
  });

  test('reads frames larger than the read-ahead buffer', async () => {
    const tape = openTape(tapesDir, META);
    const lengths = [3_000_000, 10, 1_048_576, 1_048_520, 700_000, 700_000];
    lengths.forEach((length, frameId) => {
      tape.append(message(frameId, length), frameId);
    });
    await tape.close();
    const frames = await read(tape.dir);
    expect(frames.map((frame) => frame.bytes.length)).toEqual(lengths);
    for (const frame of frames) {
      expect(Buffer.compare(frame.bytes, jpegOf(frame.frameId, frame.bytes.length))).toBe(0);
    }
  });

  test('has an index of its frames', async () => {
    const { dir, bytes } = await record(4);
    const index = await scanTape(dir);
    expect(index).toMatchObject({ bytes, damaged: 0 });
    const file = await readFile(framesPath(dir));
    for (const { frameId, at, offset, length } of index.frames) {
      expect(at).toBe(1000 + frameId * 62.5);
      expect(Buffer.compare(file.subarray(offset, offset + length), jpegOf(frameId))).toBe(0);
    }
  });

  test('is flushed to the file without being closed', async () => {
    const tape = openTape(tapesDir, META);
    tape.append(message(0), 1);
    await vi.waitFor(() => expect(tape.frames).toBe(1), TIMEOUTS);
    expect(idsOf(await read(tape.dir))).toEqual([0]);
    tape.append(message(1), 2);
    await tape.close();
    expect(idsOf(await read(tape.dir))).toEqual([0, 1]);
  });

  test('is read from any moment while it is recorded, and clips are cut from it', async () => {
    const tape = openTape(tapesDir, META);
    expect(tape.span).toBeNull();
    const videoOf = (id: number, key: boolean) => newFrame({ id, at: 0, codec: CODEC.h264, key }, jpegOf(id));
    // A keyframe every second at ten frames a second, after a second of images.
    for (let id = 0; id < 40; id++)
      tape.append(id < 10 ? message(id) : videoOf(id, id % 10 === 0), 1000 + id * 100);
    await vi.waitFor(() => expect(tape.frames).toBe(40), TIMEOUTS);
    expect(tape.span).toEqual({ from: 1000, to: 4900 });
    const read = async (from: number, more: Partial<TapeRange> = {}) =>
      idsOf(await Array.fromAsync(tape.read({ from, to: from, maxBytes: 1e6, ...more })));
    expect(await read(1550)).toEqual([5]);
    expect(await read(3449)).toEqual([20, 21, 22, 23, 24]);
    expect(await read(3449, { to: 3700 })).toEqual([20, 21, 22, 23, 24, 25, 26, 27]);
    expect(await read(3400, { to: 3700, continues: true })).toEqual([25, 26, 27]);
    expect(await read(3400, { to: 9900, continues: true, maxBytes: 1200 })).toEqual([25, 26, 27]);
    expect(await read(0)).toEqual([0]);
    expect(await read(99_000)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
    expect(await read(99_000, { to: 100_000, continues: true })).toEqual([]);

    const clip = { id: 'clip', from: 3449, to: 4300, fps: 16 };
    expect(await cutTape(tapesDir, tape, clip)).toEqual({ from: 3000, to: 4300 });
    expect(await cutTape(tapesDir, tape, clip)).toEqual({ from: 3000, to: 4300 });
    expect(idsOf(await Array.fromAsync(readTape(tapeFolder(tapesDir, 'clip'))))).toEqual(upTo(34).slice(20));
    await tape.close();

    // Damage costs the frames up to the next keyframe, as in the recording.
    const file = await readFile(framesPath(tape.dir));
    file[TAPE_HEADER_BYTES + 22 * (500 + RECORD_HEADER_BYTES) + 100] = 77;
    await writeFile(framesPath(tape.dir), file);
    expect(await read(3449)).toEqual([20, 21]);
    expect(await read(3449, { to: 4100 })).toEqual([20, 21, 30, 31]);
  });

  test('without frames leaves nothing behind', async () => {
    const { dir, ...summary } = await record(0);
    expect(summary).toEqual({ frames: 0, bytes: 0, dropped: 0, failed: false });
    expect(await read(dir)).toEqual([]);
    expect(await scanTape(dir)).toEqual({ frames: [], bytes: 0, damaged: 0 });
  });

  test('is never overwritten', async () => {
    const { dir } = await record(3);
    const onTrouble = vi.fn();
    const second = await record(2, { onTrouble });
    expect(second).toMatchObject({ frames: 0, dropped: 2, failed: true });
    expect(onTrouble.mock.calls).toEqual([[expect.any(TapeExists)]]);
    expect(idsOf(await read(dir))).toEqual(upTo(3));
  });

  test('accepts nothing after it is closed, and closes once', async () => {
    const tape = openTape(tapesDir, META);
    tape.append(message(0), 1);
    const closing = tape.close();
    tape.append(message(1), 2);
    expect(await tape.close()).toBe(await closing);
    expect(await closing).toMatchObject({ frames: 1, dropped: 1 });
  });

  test('requires a session id that is a plain name', () => {
    for (const sessionId of ['', '..', 'a/b', 'a\0', 'x'.repeat(129)]) {
      expect(() => openTape(tapesDir, { ...META, sessionId })).toThrow('session id');
    }
  });
});

describe('a damaged tape', () => {
  test('is read up to the torn record, wherever it is torn', async () => {
    const { dir, bytes } = await record(3);
    const whole = await readFile(framesPath(dir));
    const record3 = bytes - jpegOf(2).length - RECORD_HEADER_BYTES;
    for (let length = bytes - 1; length >= record3; length -= 1) {
      await truncate(framesPath(dir), length);
      expect(idsOf(await read(dir))).toEqual([0, 1]);
      expect(await scanTape(dir)).toMatchObject({ bytes: record3, damaged: 0 });
      expect(await damageIn(dir)).toBe(0);
    }
    for (let length = 0; length < TAPE_HEADER_BYTES; length += 1) {
      await writeFile(framesPath(dir), whole.subarray(0, length));
      expect(await read(dir)).toEqual([]);
      expect(await scanTape(dir)).toEqual({ frames: [], bytes: 0, damaged: 0 });
      expect(await damageIn(dir)).toBe(0);
    }
  });

  test('loses one frame to a flipped bit, wherever it is in its record', async () => {
    const { dir } = await record(3);
    const whole = await readFile(framesPath(dir));
    const size = RECORD_HEADER_BYTES + jpegOf(1).length;
    const second = TAPE_HEADER_BYTES + size;
    for (let offset = second; offset < second + size; offset += 1) {
      const damaged = Buffer.from(whole);
      damaged[offset] = (damaged[offset] ?? 0) ^ (1 << (offset % 8));
      await writeFile(framesPath(dir), damaged);
      expect(idsOf(await read(dir))).toEqual([0, 2]);
      expect(await damageIn(dir)).toBe(size);
    }
  });

  test('loses nothing to a damaged file header', async () => {
    const { dir } = await record(3);
    const whole = await readFile(framesPath(dir));
    for (let offset = 0; offset < TAPE_HEADER_BYTES - 4; offset += 1) {
      const damaged = Buffer.from(whole);
      damaged[offset] = (damaged[offset] ?? 0) ^ 0x10;
      await writeFile(framesPath(dir), damaged);
      expect(idsOf(await read(dir))).toEqual(upTo(3));
      expect(idsOf((await scanTape(dir)).frames)).toEqual(upTo(3));
      expect(await damageIn(dir)).toBe(TAPE_HEADER_BYTES);
    }
    await writeFile(framesPath(dir), whole.subarray(7));
    expect(idsOf(await read(dir))).toEqual(upTo(3));
  });

  test('is read past a part that is overwritten, missing or inserted, however long', async () => {
    const tape = openTape(tapesDir, META);
    for (let frameId = 0; frameId < 12; frameId += 1) tape.append(message(frameId, 300_000), frameId);
    const { bytes } = await tape.close();
    const whole = await readFile(framesPath(tape.dir));
    const size = RECORD_HEADER_BYTES + 300_000;
    // From the middle of the third frame to the middle of the ninth, across several read blocks.
    const from = TAPE_HEADER_BYTES + 2 * size + 150_000;
    const to = from + 6 * size;
    const kept = [0, 1, 9, 10, 11];
    for (const between of [Buffer.alloc(to - from), Buffer.alloc(0), Buffer.alloc(500_000, 'FRME')]) {
      await writeFile(
        framesPath(tape.dir),
        Buffer.concat([whole.subarray(0, from), between, whole.subarray(to)]),
      );
      expect(idsOf(await read(tape.dir))).toEqual(kept);
      expect(idsOf((await scanTape(tape.dir)).frames)).toEqual(expect.arrayContaining([0, 1, 10, 11]));
      expect(await damageIn(tape.dir)).toBe(7 * size - (to - from) + between.length);
    }
    expect(bytes).toBe(whole.length);
  });

  test('is reported if zeros or garbage follow the last record', async () => {
    const { dir, bytes } = await record(3);
    const file = await open(framesPath(dir), 'a');
    await file.write(Buffer.alloc(5000));
    await file.close();
    expect(idsOf(await read(dir))).toEqual(upTo(3));
    expect(await scanTape(dir)).toMatchObject({ bytes, damaged: 5000 });
    expect(await damageIn(dir)).toBe(5000);
  });

  test('has no frames if it isn’t a tape at all', async () => {
    const dir = join(tapesDir, 'other');
    await mkdir(dir);
    await writeFile(framesPath(dir), Buffer.alloc(100_000, 'not a tape '));
    expect(await read(dir)).toEqual([]);
    expect(await scanTape(dir)).toEqual({ frames: [], bytes: 0, damaged: 100_000 });
    expect(await read(join(tapesDir, 'missing'))).toEqual([]);
  });

  test('loses less than the last second to kill -9', async () => {
    const writers = ['a', 'b', 'c'].map((sessionId, index) => killWhileWriting(sessionId, 60 + index * 37));
    for (const { sessionId, appended } of await Promise.all(writers)) {
      const frames = await read(join(tapesDir, sessionId));
      expect(idsOf(frames)).toEqual(upTo(frames.length));
      const lastSeen = appended.at(-1)?.at ?? 0;
      const missing = appended.filter((frame) => frame.frameId >= frames.length);
      for (const frame of missing) expect(lastSeen - frame.at).toBeLessThan(1000);
      expect(frames.length).toBeGreaterThan(0);
      for (const frame of frames) expect(frame.at).toBe(appended[frame.frameId]?.at);
    }
    const found = await listTapes(tapesDir);
    expect(found.map((tape) => tape.sessionId).sort()).toEqual(['a', 'b', 'c']);
    for (const tape of found) expect(tape.meta).toMatchObject({ sessionId: tape.sessionId, fps: 16 });
  });
});

describe('a disk in trouble', () => {
  /** Disk events in order: an error code, or that recording has resumed. */
  function listen() {
    const reported: string[] = [];
    const onTrouble = (reason: Error | null) =>
      void reported.push(reason === null ? 'goes on' : String((reason as NodeJS.ErrnoException).code));
    return { reported, onTrouble };
  }

  test('that stays full is reported once, and leaves a playable beginning', async () => {
    const { reported, onTrouble } = listen();
    const full = fullDisk(TAPE_HEADER_BYTES + 2 * (RECORD_HEADER_BYTES + 500) + 300);
    const summary = await record(5, { onTrouble, createFile: full.create });
    expect(summary).toMatchObject({ frames: 2, dropped: 3, failed: true });
    expect(reported).toEqual(['ENOSPC']);
    expect(idsOf(await read(summary.dir))).toEqual([0, 1]);
    // Truncated to the last complete record.
    expect((await stat(framesPath(summary.dir))).size).toBe(summary.bytes);
  });

  test.each([0, 7, TAPE_HEADER_BYTES, TAPE_HEADER_BYTES + 1, 2000])(
    'that is temporarily full after %s bytes costs nothing',
    async (room) => {
      const { reported, onTrouble } = listen();
      const full = fullDisk(room);
      const tape = openTape(tapesDir, META, { onTrouble, createFile: full.create });
      for (let frameId = 0; frameId < 8; frameId += 1) tape.append(message(frameId), frameId);
      await vi.waitFor(() => expect(reported).toEqual(['ENOSPC']), TIMEOUTS);
      for (let frameId = 8; frameId < 16; frameId += 1) tape.append(message(frameId), frameId);
      full.grow(1e9);
      await vi.waitFor(() => expect(reported).toEqual(['ENOSPC', 'goes on']), TIMEOUTS);
      tape.append(message(16), 16);
      expect(await tape.close()).toMatchObject({ frames: 17, dropped: 0, failed: false });
      expect(idsOf(await read(tape.dir))).toEqual(upTo(17));
      expect(await damageIn(tape.dir)).toBe(0);
    },
  );

  test('that is full for long keeps the first waiting frames, in bounded memory', async () => {
    const full = fullDisk(0);
    const tape = openTape(tapesDir, META, {
      createFile: full.create,
    });
    const size = Math.floor(MAX_REFUSED_BYTES / 10) - RECORD_HEADER_BYTES;
    tape.append(message(0, size), 0);
    await vi.waitFor(() => expect(full.refusals()).toBe(1), TIMEOUTS);
    for (let frameId = 1; frameId < 100; frameId += 1) tape.append(message(frameId, size), frameId);
    expect(tape.dropped).toBe(90);
    full.grow(1e9);
    await vi.waitFor(() => expect(tape.frames).toBe(10), TIMEOUTS);
    tape.append(message(100), 100);
    await tape.close();
    expect(idsOf(await read(tape.dir))).toEqual([...upTo(10), 100]);
  });

  test('that is really full for a while continues where it was', async (context) => {
    const unmount = mountSmallDisk(tapesDir);
    if (unmount === null)
      return context.skip('this user may not mount a small disk; the injected one above stands in');
    try {
      const { reported, onTrouble } = listen();
      const tape = openTape(tapesDir, META, { onTrouble });
      for (let frameId = 0; frameId < 40; frameId += 1) tape.append(message(frameId, 50_000), frameId);
      await vi.waitFor(() => expect(reported).toEqual(['ENOSPC']), TIMEOUTS);
      expect(tape.frames).toBeGreaterThan(10);
      resizeDisk(tapesDir, '8m');
      await vi.waitFor(() => expect(reported).toEqual(['ENOSPC', 'goes on']), TIMEOUTS);
      tape.append(message(40, 50_000), 40);
      expect(await tape.close()).toMatchObject({ frames: 41, dropped: 0, failed: false });
      expect(idsOf(await read(tape.dir))).toEqual(upTo(41));
    } finally {
      unmount();
    }
  });

  test('that is full takes no clip and nothing of one, and goes on', async (context) => {
    const unmount = mountSmallDisk(tapesDir);
    if (unmount === null) return context.skip('this user may not mount a small disk');
    try {
      const tape = openTape(tapesDir, META);
      for (let frameId = 0; frameId < 12; frameId += 1) tape.append(message(frameId, 50_000), frameId);
      await vi.waitFor(() => expect(tape.frames).toBe(12), TIMEOUTS);
      const clip = { id: 'clip', from: 0, to: 11, fps: 16 };
      const cut = () => cutTape(tapesDir, tape, clip).catch((error) => error.code);
      const left = () => readdir(join(tapesDir, '.cutting'));
      expect(await cut()).toBe('ENOSPC');
      expect(await left()).toEqual([]);
      // Not even its metadata fits.
      const filler = join(tapesDir, 'filler');
      await writeFile(filler, new Uint8Array(1024 * 1024)).catch(() => {});
      expect(await cut()).toBe('ENOSPC');
      expect(await left()).toEqual([]);
      await rm(filler);
      resizeDisk(tapesDir, '8m');
      expect(await cut()).toEqual({ from: 0, to: 11 });
      tape.append(message(12, 50_000), 12);
      expect(await tape.close()).toMatchObject({ frames: 13, dropped: 0, failed: false });
    } finally {
      unmount();
    }
  });

  test('with less space than others need is left alone until it has more', async () => {
    let room = false;
    const { reported, onTrouble } = listen();
    const tape = openTape(tapesDir, META, { onTrouble, hasRoom: async () => room });
    tape.append(message(0), 1);
    await vi.waitFor(() => expect(reported).toHaveLength(1), TIMEOUTS);
    expect(await listTapes(tapesDir)).toEqual([]);
    room = true;
    await vi.waitFor(() => expect(tape.frames).toBe(1), TIMEOUTS);
    expect(reported[1]).toBe('goes on');
    await tape.close();
  });

  test('that fails to sync is reported, too, and a listener that throws does no harm', async () => {
    const tape = openTape(tapesDir, META, {
      onTrouble: () => {
        throw new Error('listener');
      },
      createFile: async (path) => {
        const file = await open(path, 'ax');
        return {
          writev: (buffers) => file.writev(buffers),
          truncate: (length) => file.truncate(length),
          datasync: failing('EIO'),
          close: () => file.close(),
        };
      },
    });
    tape.append(message(0), 1);
    expect(await tape.close()).toMatchObject({ frames: 1, failed: true });
    expect(idsOf(await read(tape.dir))).toEqual([0]);
  });

  test('that refuses the folder is reported and retried', async () => {
    const inTheWay = join(tapesDir, META.sessionId);
    await writeFile(inTheWay, 'a file in the way');
    const { reported, onTrouble } = listen();
    const tape = openTape(tapesDir, META, { onTrouble });
    tape.append(message(0), 1);
    await vi.waitFor(() => expect(reported).toHaveLength(1), TIMEOUTS);
    await rm(inTheWay);
    await vi.waitFor(() => expect(reported[1]).toBe('goes on'), TIMEOUTS);
    expect(await tape.close()).toMatchObject({ frames: 1, failed: false });
  });

  test('without spare space gets the reserved frames, spread over the dream', async () => {
    let spare = false;
    const size = RECORD_HEADER_BYTES + 500;
    const tape = openTape(tapesDir, META, {
      // Budget for eight of the sixteen frames a second, plus a burst of ten seconds.
      budget: { bytesPerSecond: 8 * size, mayExceed: () => spare },
    });
    const seconds = (from: number, to: number) => {
      for (let frameId = from * 16; frameId < to * 16; frameId += 1)
        tape.append(message(frameId), META.startedAt + frameId * 62.5);
    };
    seconds(0, 30);
    expect(tape.dropped).toBeGreaterThan(30 * 8 - 10 * 8 - 16);
    expect(tape.dropped).toBeLessThan(30 * 8 - 10 * 8 + 16);
    const { dropped } = tape;
    spare = true;
    seconds(30, 40);
    expect(tape.dropped).toBe(dropped);
    await tape.close();
    const ids = idsOf(await read(tape.dir));
    expect(ids.filter((id) => id >= 25 * 16 && id < 30 * 16).length).toBeGreaterThan(30);
  });

  test('that hangs costs frames of the recording, but neither memory nor live frames', async () => {
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tape = openTape(tapesDir, META, {
      createFile: async (path) => {
        await stuck;
        return open(path, 'ax');
      },
    });
    const size = Math.floor(MAX_QUEUED_BYTES / 10) - RECORD_HEADER_BYTES;
    for (let frameId = 0; frameId < 30; frameId += 1) tape.append(message(frameId, size), frameId);
    expect(tape.dropped).toBe(20);
    release();
    expect(await tape.close()).toMatchObject({ frames: 10, dropped: 20, failed: false });
    expect(idsOf(await read(tape.dir))).toEqual(upTo(10));
  });

  test('that accepts a few bytes at a time gets all of them', async () => {
    const { dir, ...summary } = await record(4, {
      createFile: async (path) => {
        const file = await open(path, 'ax');
        return {
          async writev(buffers) {
            const [first] = buffers.filter((buffer) => buffer.length > 0);
            return {
              bytesWritten: (await file.write(first ?? Buffer.alloc(0), 0, Math.min(97, first?.length ?? 0)))
                .bytesWritten,
            };
          },
          truncate: (length) => file.truncate(length),
          datasync: () => file.datasync(),
          close: () => file.close(),
        };
      },
    });
    expect(summary).toMatchObject({ frames: 4, failed: false });
    expect(idsOf(await read(dir))).toEqual(upTo(4));
  });
});

describe('the tapes folder', () => {
  test('lists what a crash left, except for foreign files, and forgets what was removed', async () => {
    expect(await listTapes(join(tapesDir, 'missing'))).toEqual([]);
    const { dir, bytes } = await record(2);
    await mkdir(join(tapesDir, 'crashed-early'));
    await mkdir(join(tapesDir, 'lost+found'));
    await writeFile(join(tapesDir, 'note.txt'), 'x');
    const found = await listTapes(tapesDir);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ sessionId: 'dream-1', tapeDir: dir, meta: META, bytes });
    expect(found).toContainEqual({
      sessionId: 'crashed-early',
      tapeDir: join(tapesDir, 'crashed-early'),
      meta: null,
      bytes: 0,
    });
    await removeTape(dir);
    expect(await listTapes(tapesDir)).toHaveLength(1);
  });
});

interface Killed {
  sessionId: string;
  appended: { frameId: number; at: number }[];
}

/** Runs a process that records until it has reported this many frames, then kills it mid-write. */
async function killWhileWriting(sessionId: string, frames: number): Promise<Killed> {
  const program = fileURLToPath(new URL('../testing/write-tape.ts', import.meta.url));
  const writer = spawn(process.execPath, [program, tapesDir, sessionId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > frames) writer.kill('SIGKILL');
  });
  await new Promise((resolve) => writer.once('close', resolve));
  const appended = said
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').map(Number))
    .map(([frameId = -1, at = -1]) => ({ frameId, at }));
  return { sessionId, appended };
}

/** A disk with this much space, until it grows. */
function fullDisk(room: number) {
  let left = room;
  let refusals = 0;
  return {
    grow(bytes: number) {
      left += bytes;
    },
    refusals: () => refusals,
    async create(path: string): Promise<TapeFile> {
      const file = await open(path, 'ax');
      return {
        async writev(buffers) {
          const bytes = Buffer.concat(buffers);
          if (left === 0) {
            refusals += 1;
            return await failing('ENOSPC')();
          }
          const { bytesWritten } = await file.write(bytes, 0, Math.min(left, bytes.length));
          left -= bytesWritten;
          return { bytesWritten };
        },
        async truncate(length) {
          left += (await file.stat()).size - length;
          await file.truncate(length);
        },
        datasync: () => file.datasync(),
        close: () => file.close(),
      };
    },
  };
}

function failing(code: string): () => Promise<never> {
  return async () => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
}
