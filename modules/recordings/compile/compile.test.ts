import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { holdsWatermark } from '../../watermark/contract/read-watermark.ts';
import { watermarkFrom } from '../../watermark/contract/watermark-id.ts';
import type { FileMarks } from '../marks/write-marks.ts';
import { openTape } from '../tape/tape.ts';
import { ODD_PICTURES } from '../testing/odd-pictures.ts';
import type { ProbedVideo } from '../testing/probe-video.ts';
import { unsignedMarks } from '../testing/some-marks.ts';
import { compileTape } from './compile.ts';

/** Generous, since other work shares the machine. */
const TIMEOUTS = { timeout: 20_000, interval: 20 };

const run = promisify(execFile);
const program = (name: string) => fileURLToPath(new URL(`../testing/${name}.ts`, import.meta.url));

let folder: string;
let outDir: string;
beforeAll(async () => {
  greys = await Promise.all(LEVELS.map((level) => grey(level)));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-compile-'));
  outDir = join(folder, 'out');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Shot {
  jpeg: Uint8Array;
  /** ms after the first frame */
  at: number;
}

async function record(shots: Shot[]): Promise<string> {
  const tape = openTape(join(folder, 'tapes'), { sessionId: 'dream', startedAt: 0, fps: 16 });
  shots.forEach(({ jpeg, at }, frameId) => {
    tape.append(newFrame({ id: frameId, at }, jpeg), 1_790_000_000_000 + at);
  });
  expect(await tape.close()).toMatchObject({ frames: shots.length, failed: false });
  return tape.dir;
}

/** Solid grey JPEG, level 0–255. */
const grey = (level: number, width = 1280, height = 720, chromaSubsampling = '4:2:0') =>
  sharp({ create: { width, height, channels: 3, background: { r: level, g: level, b: level } } })
    .jpeg({ quality: 80, chromaSubsampling })
    .toBuffer();

/** Sixteen greys that stay distinct after compression. */
const LEVELS = Array.from({ length: 16 }, (_, index) => 10 + index * 15);
let greys: Buffer[];
/** Index of the grey for a decoded brightness (16–235). */
const levelOf = (luma: number) => Math.round((((luma - 16) * 255) / 219 - 10) / 15);

async function probe(path: string, ...wanted: 'watermark'[]): Promise<ProbedVideo> {
  const order = [program('probe-video'), path, ...wanted];
  const { stdout } = await run(process.execPath, order, { maxBuffer: 1e8 });
  return JSON.parse(stdout) as ProbedVideo;
}

async function compiled(shots: Shot[], marks?: FileMarks) {
  const outcome = await compileTape({ tapeDir: await record(shots), outDir, ...(marks && { marks }) });
  if (outcome.kind !== 'compiled') throw new Error(`the tape was ${outcome.kind}`);
  return { outcome, path: join(outDir, outcome.video) };
}

describe('a compiled dream', () => {
  test('is an MP4 that every browser plays, seeks and starts instantly', async (context) => {
    const shots = Array.from({ length: 80 }, (_, index) => ({
      jpeg: greys[index % 16] ?? Buffer.alloc(0),
      at: index * 62.5 + Math.sin(index * 12.9898) * 10,
    }));
    const { outcome, path } = await compiled(shots);
    const file = await readFile(path);
    expect(outcome).toEqual({
      kind: 'compiled',
      video: 'video.mp4',
      thumbnail: 'thumbnail.jpg',
      prompts: [],
      poster: 'poster.jpg',
      preview: 'preview.mp4',
      filmstrip: 'filmstrip.jpg',
      files: expect.any(Array),
      bytes: file.length,
      durationMs: 5000,
      width: 1280,
      height: 720,
      fps: 16,
      frames: 80,
      brokenFrames: 0,
      damaged: 0,
    });
    // Index in front, so that playback needs no second request.
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
    expect(await readdir(outDir)).toEqual(
      expect.arrayContaining(['video.mp4', 'thumbnail.jpg', 'poster.jpg', 'preview.mp4', 'filmstrip.jpg']),
    );
    expect(await readdir(outDir)).toHaveLength(5);

    const video = await probe(path);
    expect(video).toMatchObject({ width: 1280, height: 720, isYuv420p: true, durationMs: 5000 });
    expect(video.frames.map((frame) => frame.atMs)).toEqual(shots.map((_, index) => index * 62.5));
    const keys = video.frames.filter((frame) => frame.key).map((frame) => frame.atMs);
    for (const [index, key] of [...keys, 5000].entries()) {
      if (index > 0) expect(key - (keys[index - 1] ?? 0)).toBeLessThanOrEqual(2000);
    }
    // JPEG's full range was converted to video's limited range.
    expect(video.frames.map((frame) => levelOf(frame.middle))).toEqual(shots.map((_, index) => index % 16));

    const reported = await ffprobe(path);
    if (reported === null) return context.annotate('no ffprobe here: the codec’s own words are not compared');
    expect(reported).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      pix_fmt: 'yuv420p',
      color_range: 'tv',
      r_frame_rate: '16/1',
      avg_frame_rate: '16/1',
      nb_frames: '80',
      duration: '5.000000',
      sample_aspect_ratio: '1:1',
    });
  });

  test('shows at each moment what was live then, through stalls and bursts', async () => {
    const times = [
      ...Array.from({ length: 30 }, (_, index) => index * 41 + (index % 3) * 9),
      // nothing for a second and a half, a burst of 12 frames, then a steady rate
      ...Array.from({ length: 12 }, (_, index) => 2_700 + index * 0.5),
      ...Array.from({ length: 30 }, (_, index) => 2_800 + index * 42),
    ];
    const { outcome, path } = await compiled(
      times.map((at, index) => ({ jpeg: greys[index % 16] ?? Buffer.alloc(0), at })),
    );
    expect(outcome.fps).toBe(24);
    const { frames } = await probe(path);
    for (const { atMs, middle } of frames) {
      const live = times.flatMap((from, index) => {
        const until = times[index + 1] ?? Number.POSITIVE_INFINITY;
        return from <= atMs + 100 && until >= atMs - 100 ? [index % 16] : [];
      });
      expect(live).toContain(levelOf(middle));
    }
    expect(Math.abs(outcome.durationMs - (times.at(-1) ?? 0))).toBeLessThan(100);
  });

  test('keeps the aspect ratio of frames of any size and codec, even if it changes midway', async () => {
    const kinds = [
      { jpeg: await grey(200, 1280, 720, '4:4:4'), bars: false },
      { jpeg: await grey(200, 640, 640), bars: true },
      { jpeg: await grey(200, 832, 480), bars: true },
      { jpeg: await grey(200, 333, 777, '4:4:4'), bars: true },
      {
        jpeg: await sharp(await grey(200))
          .greyscale()
          .jpeg()
          .toBuffer(),
        bars: false,
      },
      {
        jpeg: await sharp(await grey(200))
          .jpeg({ progressive: true })
          .toBuffer(),
        bars: false,
      },
      { jpeg: await grey(200, 1920, 1080), bars: false },
    ];
    const shots = kinds.flatMap(({ jpeg }, kind) =>
      Array.from({ length: 4 }, (_, index) => ({ jpeg, at: (kind * 4 + index) * 62.5 })),
    );
    const { outcome, path } = await compiled(shots);
    expect(outcome.brokenFrames).toBe(0);
    const { frames, isYuv420p, width, height } = await probe(path);
    expect({ isYuv420p, width, height }).toEqual({ isYuv420p: true, width: 1280, height: 720 });
    expect(frames).toHaveLength(shots.length);
    for (const [index, { middle, corner }] of frames.entries()) {
      const bars = kinds[Math.floor(index / 4)]?.bars;
      expect(Math.abs(middle - 188)).toBeLessThanOrEqual(3);
      expect(Math.abs(corner - (bars ? 16 : 188))).toBeLessThanOrEqual(3);
    }
  });

  test('holds the frame before a broken one', async () => {
    const broken = [
      (jpeg: Buffer) => jpeg.subarray(0, jpeg.length / 2),
      () => Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5]),
      (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 30), Buffer.alloc(400, 0xa5)]),
    ];
    const shots = Array.from({ length: 48 }, (_, index) => {
      const jpeg = greys[Math.floor(index / 3) % 16] ?? Buffer.alloc(0);
      const breaks = broken[Math.floor(index / 3) % 3];
      // the very first frame and every third after it
      return { jpeg: index % 3 === 0 && breaks ? breaks(jpeg) : jpeg, at: index * 62.5 };
    });
    const { outcome, path } = await compiled(shots);
    expect(outcome).toMatchObject({ frames: 48, brokenFrames: 16 });
    const { frames } = await probe(path);
    const shown = frames.map((frame) => levelOf(frame.middle));
    expect(shown).toEqual(
      Array.from({ length: 48 }, (_, index) =>
        index === 0 ? 0 : Math.floor((index - (index % 3 === 0 ? 1 : 0)) / 3),
      ),
    );
  });

  test('holds the frame before one that no browser shows, and stays complete', async () => {
    const odd = [...Object.values(ODD_PICTURES), await grey(9, 8192, 16), await grey(9, 65_500, 16)];
    // Covers the positions of stills and filmstrip moments.
    const shots = Array.from({ length: 32 }, (_, index) => ({
      jpeg:
        (index % 4 === 2 ? odd[Math.floor(index / 4) % odd.length] : greys[Math.floor(index / 2)]) ??
        Buffer.alloc(0),
      at: index * 62.5,
    }));
    const { outcome, path } = await compiled(shots);
    expect(outcome).toMatchObject({ frames: 32, brokenFrames: 8 });
    const { frames } = await probe(path);
    const held = (index: number) => Math.floor((index % 4 === 2 ? index - 1 : index) / 2);
    expect(frames.map((frame) => levelOf(frame.middle))).toEqual(shots.map((_, index) => held(index)));
    expect(await readdir(outDir)).toHaveLength(5);
  });

  test('of a single frame is short and valid, and so is its preview', async () => {
    const { outcome, path } = await compiled([{ jpeg: await grey(100), at: 0 }]);
    expect(outcome).toMatchObject({ durationMs: 1000, frames: 16, fps: 16 });
    expect((await probe(path)).frames).toHaveLength(16);
    expect((await sharp(join(outDir, 'thumbnail.jpg')).metadata()).width).toBe(440);
    // A short dream's preview is the whole dream.
    expect((await probe(join(outDir, outcome.preview))).durationMs).toBe(1000);
  });

  test('has a thumbnail and a poster from within the dream, not from a blank moment', async () => {
    const blank = await grey(5);
    const vivid = await sharp({
      create: {
        width: 640,
        height: 360,
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma: 80 },
      },
    })
      .jpeg()
      .toBuffer();
    // Blank at one third, the first choice for a still; vivid near the middle.
    const shots = Array.from({ length: 60 }, (_, index) => ({
      jpeg: index >= 24 && index < 32 ? vivid : blank,
      at: index * 62.5,
    }));
    const { outcome } = await compiled(shots);
    const thumbnail = sharp(join(outDir, outcome.thumbnail));
    expect(await thumbnail.metadata()).toMatchObject({ format: 'jpeg', width: 440, height: 248 });
    expect((await thumbnail.stats()).channels[0]?.stdev).toBeGreaterThan(12);
    expect(await sharp(join(outDir, outcome.poster)).metadata()).toMatchObject({ width: 1280, height: 720 });
  });

  test('has its watermark in the video and in the poster, and none without one', async () => {
    const watermark = watermarkFrom('dream');
    const jpeg = await sharp({
      create: {
        width: 832,
        height: 468,
        channels: 3,
        background: '#456',
        noise: { type: 'gaussian', mean: 90, sigma: 9 },
      },
    })
      .blur(3)
      .jpeg()
      .toBuffer();
    const shots = Array.from({ length: 8 }, (_, index) => ({ jpeg, at: index * 62.5 }));
    const { outcome, path } = await compiled(shots, unsignedMarks({ watermark }));
    expect((await probe(path, 'watermark')).watermark).toBe(watermark);
    const isInPoster = async () => {
      const poster = sharp(join(outDir, outcome.poster)).toColourspace('b-w').raw();
      const { data: luma, info } = await poster.toBuffer({ resolveWithObject: true });
      return holdsWatermark({ luma, width: info.width, height: info.height }, watermark);
    };
    expect(await isInPoster()).toBe(true);
    await rm(join(folder, 'tapes'), { recursive: true });
    await compiled(shots);
    expect(await isInPoster()).toBe(false);
  });
});

describe('a preview', () => {
  test('shows three parts of a long dream, small and without sound', async () => {
    const shots = Array.from({ length: 160 }, (_, index) => ({
      jpeg: greys[Math.floor(index / 10)] ?? Buffer.alloc(0),
      at: index * 62.5,
    }));
    const { outcome } = await compiled(shots);
    const preview = await probe(join(outDir, outcome.preview));
    expect(preview).toMatchObject({ width: 440, height: 248, isYuv420p: true, durationMs: 4500 });
    const levels = preview.frames.map((frame) => levelOf(frame.middle));
    expect([levels[0], levels[24], levels[48]]).toEqual([1, 6, 12]);
    expect((await readFile(join(outDir, outcome.preview))).length).toBeLessThan(300_000);

    const filmstrip = sharp(join(outDir, outcome.filmstrip));
    expect(await filmstrip.metadata()).toMatchObject({ width: 1600, height: 90 });
  });
});

describe('a tape without frames', () => {
  test('is reported as empty, and no file is created', async () => {
    expect(await compileTape({ tapeDir: join(folder, 'missing'), outDir })).toEqual({
      kind: 'empty',
      damaged: 0,
    });
    const jpeg = Buffer.from([0xff, 0xd8, 9, 9, 9, 9]);
    const tapeDir = await record([0, 1, 2].map((at) => ({ jpeg, at: at * 60 })));
    expect(await compileTape({ tapeDir, outDir })).toEqual({ kind: 'empty', damaged: 0 });
    expect(await readdir(outDir)).toEqual([]);
  });
});

describe('the compile process', () => {
  /** Long enough to observe the running process. */
  async function longTape(): Promise<string> {
    return await record(
      Array.from({ length: 600 }, (_, index) => ({
        jpeg: greys[index % 16] ?? Buffer.alloc(0),
        at: index * 62.5,
      })),
    );
  }

  test('that crashes, hangs or can’t start fails with a clear error', async () => {
    const tapeDir = await record([{ jpeg: await grey(1), at: 0 }]);
    const entry = (name: string) => new URL(`../testing/${name}.ts`, import.meta.url);
    await expect(compileTape({ tapeDir, outDir, entry: entry('crash') })).rejects.toThrow(
      /^the compile process ended with signal SIGABRT: .*the codec met its end/s,
    );
    await expect(compileTape({ tapeDir, outDir, entry: entry('hang'), limitMs: 300 })).rejects.toThrow(
      'compiling took longer than 0 s and was stopped',
    );
    await expect(compileTape({ tapeDir, outDir, entry: entry('missing') })).rejects.toThrow('exit code 1');
    await writeFile(join(folder, 'in-the-way'), '');
    await expect(compileTape({ tapeDir, outDir: join(folder, 'in-the-way', 'x') })).rejects.toThrow(
      'exit code 1',
    );
  });

  test('is stopped immediately by its signal, and can be run again', async () => {
    const tapeDir = await longTape();
    const abort = new AbortController();
    const stopped = compileTape({
      tapeDir,
      outDir,
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('the server stops')),
    });
    await expect(stopped).rejects.toThrow('the server stops');
    expect(await readdir(outDir)).not.toContain('video.mp4');
    await expect(compileTape({ tapeDir, outDir, signal: abort.signal })).rejects.toThrow('the server stops');
    const short = join(folder, 'tapes', 'dream');
    await rm(short, { recursive: true });
    expect(
      await compileTape({ tapeDir: await record([{ jpeg: await grey(9), at: 0 }]), outDir }),
    ).toMatchObject({
      kind: 'compiled',
    });
    expect(await readdir(outDir)).toHaveLength(5);
  });

  test('gives live frames priority with all its threads, and knows no secret', async (context) => {
    if (process.platform !== 'linux') return context.skip('only Linux shows a thread’s priority');
    const abort = new AbortController();
    const seen: { priorities: number[]; environment: string }[] = [];
    const work = compileTape({
      tapeDir: await longTape(),
      outDir,
      signal: abort.signal,
      async onProgress() {
        for (const pid of await processesNaming(outDir)) seen.push(await describeProcess(pid));
        abort.abort();
      },
    });
    await expect(work).rejects.toThrow();
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), TIMEOUTS);
    for (const { priorities, environment } of seen) {
      expect(Math.min(...priorities)).toBeGreaterThanOrEqual(10);
      // Only standard system variables, none of the settings.
      const names = environment.split('\0').flatMap((entry) => entry.split('=')[0] || []);
      expect(names).toEqual(expect.arrayContaining(['HOME', 'NODE_ENV']));
      expect(names.filter((name) => /TOKEN|SECRET|KEY|URL|DATA_DIR/.test(name))).toEqual([]);
    }
  });

  test('doesn’t outlive a killed server', async (context) => {
    if (process.platform !== 'linux') return context.skip('only Linux shows the processes in /proc');
    const server = spawn(process.execPath, [program('compile-tape'), await longTape(), outDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    server.stdout.once('data', () => server.kill('SIGKILL'));
    await new Promise((resolve) => server.once('close', resolve));
    await vi.waitFor(async () => expect(await processesNaming(outDir)).toEqual([]), {
      timeout: 10_000,
      interval: 50,
    });
    expect(await readdir(outDir)).not.toContain('video.mp4');
  });
});

/** The video stream according to ffprobe; null if it isn't installed. */
async function ffprobe(path: string): Promise<Record<string, string> | null> {
  try {
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]);
    return (JSON.parse(stdout) as { streams: Record<string, string>[] }).streams[0] ?? {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function processesNaming(text: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(ids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((pid, index) => pid !== process.pid && lines[index]?.includes(text));
}

async function describeProcess(pid: number): Promise<{ priorities: number[]; environment: string }> {
  const threads = await readdir(`/proc/${pid}/task`);
  // A thread may end after it was listed.
  const stats = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ''));
  const lines = (await Promise.all(stats)).filter((line) => line !== '');
  // The nice value is the 17th field after the parenthesised name, which may contain anything.
  const priorities = lines.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
  return { priorities, environment: await readFile(`/proc/${pid}/environ`, 'utf8') };
}
