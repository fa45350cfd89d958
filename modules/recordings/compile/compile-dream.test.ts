import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Dream } from '../../dreams/queries/live.ts';
import { RetryLater } from '../../jobs/contract/define-job.ts';
import { createFileStorage } from '../../kit/storage/file-storage.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { mountSmallDisk, resizeDisk } from '../../kit/testing/small-disk.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { watermarkOf } from '../../watermark/contract/watermark-id.ts';
import { CONTENT_CHAIN_FILE } from '../contract/settings.ts';
import { addChapters } from '../marks/chapters/add-chapters.ts';
import { chaptersOf } from '../marks/chapters/chapters.ts';
import { openC2pa, wholeBlob } from '../marks/credentials/open-c2pa.ts';
import { ownSigningFiles } from '../marks/credentials/signing-key.ts';
import { damagedFolder, dropOldDamage, removeTapes } from '../tape/damaged-tapes.ts';
import { openTape } from '../tape/tape.ts';
import { framesPath, tapeFolder } from '../tape/tape-folder.ts';
import { keepsNothing } from '../testing/some-marks.ts';
import { openTimeStamper } from '../testing/time-stamper.ts';
import { TapeFault } from './compile.ts';
import { type CompileDeps, compileDream } from './compile-dream.ts';
import type { MadeFile, PromptPlace } from './compile-protocol.ts';

/** First frame's number; generators may start anywhere. */
const FIRST_ID = 5_000;
const DAY_MS = 24 * 3600_000;
const PROBE = fileURLToPath(new URL('../testing/probe-video.ts', import.meta.url));

let folder: string;
let tapesDir: string;
let disk: (() => void) | null;
let status: string | null;
let now: number;
let log: string[];
let prompts: Awaited<ReturnType<CompileDeps['repository']['listPrompts']>>;
let controls: Awaited<ReturnType<CompileDeps['repository']['listControls']>>;
let reported: string[];
/** dreams with files to sign later */
let unsigned: { id: string; places: readonly PromptPlace[] }[];
let logged: MadeFile[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-compile-dream-'));
  tapesDir = join(folder, 'tapes');
  await mkdir(tapesDir);
  disk = null;
  status = 'PROCESSING';
  now = 1_790_000_000_000;
  log = [];
  prompts = [
    { text: 'a quiet sea & <sky>', shownAt: 1_790_000_001_500, frameId: FIRST_ID + 24 },
    { text: 'never shown', shownAt: null, frameId: null },
  ];
  controls = [];
  signing = async () => null;
  storage = createFileStorage(join(folder, 'media'));
  reported = [];
  unsigned = [];
  logged = [];
});
afterEach(async () => {
  disk?.();
  await rm(folder, { recursive: true, force: true });
});

function deps(): CompileDeps {
  const note = (event: string) => void log.push(event);
  return {
    repository: {
      find: async () =>
        ({
          id: 'dream',
          serverStatus: status,
          startedAt: 1_790_000_000_000,
          generator: 'demo',
          generatorVersion: '1',
          isAi: false,
          seed: 77,
        }) as Dream,
      listPrompts: async () => prompts,
      listControls: async () => controls,
      async setServerStatus(_id, next) {
        status = next;
      },
      async saveRecording() {
        status = 'READY';
      },
    },
    contentLog: { addFiles: async (_dream, files) => void logged.push(...files) },
    storage,
    tapesDir,
    appName: 'Reverie & co',
    signing: () => signing(),
    signLater: async (id, places) => void unsigned.push({ id, places }),
    watermarkOf,
    disk: { full: false },
    clock: { now: () => now },
    checkStill: async () => {},
    compiled: async (id) => void reported.push(id),
    log: { debug() {}, info() {}, warn: note, error: note },
  };
}

let signing: CompileDeps['signing'];
let storage: Storage;
const job = { key: 'dream', createdAt: 1_790_000_000_000 };

/** Compiles the dream. @returns the error thrown, or null */
const compile = (progress: (value: number) => void = () => {}, signal = new AbortController().signal) =>
  compileDream(deps(), job, { signal, progress }).then(
    () => null,
    (error: Error) => error,
  );

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Incompressible noise. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

async function record(count: number, jpegs: Buffer[]): Promise<void> {
  const tape = openTape(tapesDir, { sessionId: 'dream', startedAt: 0, fps: 16 });
  for (let frameId = 0; frameId < count; frameId += 1) {
    const jpeg = jpegs[frameId % jpegs.length] ?? Buffer.alloc(0);
    tape.append(newFrame({ id: FIRST_ID + frameId, at: 0 }, jpeg), now + frameId * 62.5);
  }
  await tape.close();
}

/** Chapters in Nero's format. */
function neroChapters(video: Buffer): { ms: number; title: string }[] {
  let at = video.indexOf('chpl') + 4 + 8;
  return Array.from({ length: video.readUInt8(at++) }, () => {
    const ms = Number(video.readBigUInt64BE(at) / 10_000n);
    const end = at + 9 + video.readUInt8(at + 8);
    const title = video.toString('utf8', at + 9, end);
    at = end;
    return { ms, title };
  });
}

const probe = async (path: string) =>
  (await promisify(execFile)(process.execPath, [PROBE, path], { maxBuffer: 16 * 1024 * 1024 })).stdout;

const tapeIsThere = () => stat(framesPath(tapeFolder(tapesDir, 'dream'))).then(Boolean, () => false);

describe('a recording', () => {
  test('is signed with its generator, prompts, images and time; a changed byte is detected', async () => {
    await record(40, [await noise(320, 180)]);
    const image = await noise(64, 36);
    const [seen, replaced] = [`${'a'.repeat(31)}1`, `${'a'.repeat(31)}2`];
    await deps().storage.put(`dreams/dream/picture-${seen}.jpg`, image, 'image/jpeg');
    const turn = { name: 'start', frameId: null };
    controls = [
      { ...turn, value: `picture:${replaced}` },
      { ...turn, value: `picture:${seen}` },
    ];
    const authority = await openTimeStamper();
    try {
      signing = async () => ({
        ...(await ownSigningFiles(folder, keepsNothing, now)),
        tsaUrl: authority.url,
      });
      expect(await compile()).toBeNull();
    } finally {
      authority.close();
    }
    expect([status, log]).toEqual(['READY', []]);
    const { WasmReader } = await openC2pa();
    const anchors = await readFile(join(folder, CONTENT_CHAIN_FILE), 'utf8');
    const trusting = JSON.stringify({ trust: { user_anchors: anchors } });
    const judge = async (bytes: Uint8Array, format: string, context = '{}') => {
      try {
        const reader = await WasmReader.fromBlob(format, wholeBlob(bytes), context);
        return JSON.parse(reader.json());
      } catch (error) {
        return String(error);
      }
    };
    for (const [name, format] of [
      ['thumbnail.jpg', 'image/jpeg'],
      ['poster.jpg', 'image/jpeg'],
      ['filmstrip.jpg', 'image/jpeg'],
      ['preview.mp4', 'video/mp4'],
      ['video.mp4', 'video/mp4'],
    ] as const) {
      const bytes = await readFile(join(folder, 'media', 'dreams', 'dream', name));
      // The log has the hash from after signing.
      expect(logged, name).toContainEqual(
        expect.objectContaining({ kind: name.split('.')[0], sha256: hashOf(bytes), bytes: bytes.length }),
      );
      const found = await judge(bytes, format);
      expect(found.validation_state, name).toBe('Valid');
      expect(JSON.stringify(found.validation_results), name).toContain('"timeStamp.validated"');
      expect((await judge(bytes, format, trusting)).validation_state, name).toBe('Trusted');
      const { assertions, ingredients } = found.manifests[found.active_manifest];
      const data = (label: string) => assertions.find((one: { label: string }) => one.label === label)?.data;
      const [created] = data('c2pa.actions.v2').actions;
      expect(created).toMatchObject({
        action: 'c2pa.created',
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
        softwareAgent: { name: 'demo', version: '1' },
      });
      expect(data('org.reverie.prompts')).toEqual([
        // Only the video has frame numbers.
        { text: 'a quiet sea & <sky>', ...(name === 'video.mp4' && { frame: 24, seconds: 1.5 }) },
      ]);
      expect(data('org.reverie.dream')).toMatchObject({ seed: 77 });
      // Only format and hash: no file name, no thumbnail.
      expect(ingredients).toEqual([
        {
          label: 'c2pa.ingredient.v3',
          title: 'start picture',
          format: 'image/jpeg',
          instance_id: `ni:///sha-256;${createHash('sha256').update(image).digest('base64url')}`,
          relationship: 'inputTo',
        },
      ]);
      expect(created.parameters.ingredients).toHaveLength(1);
      // In the middle of the image data, outside any metadata.
      const at = format === 'image/jpeg' ? bytes.length - 100 : Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect((await judge(bytes, format)).validation_state, name).toBe('Invalid');
    }
    expect(await judge(await noise(64, 64), 'image/jpeg')).toContain('JumbfNotFound');
  });

  test('has a chapter for each prompt from where it took effect, however many and long', async () => {
    await record(24, [await noise(64, 36)]);
    const shown = (text: string, seconds: number) => ({
      text,
      shownAt: 1_790_000_000_000 + seconds * 1000,
      frameId: FIRST_ID + seconds * 16,
    });
    prompts = [
      shown('a quiet sea', 0.1),
      shown('seen by nobody', 0.5),
      shown(`stars\nand ${'ä'.repeat(900)}`, 0.5),
      // More than an environment variable can hold.
      ...Array.from({ length: 200 }, (_, at) => shown(`${at} ${'x'.repeat(990)}`, 3 + at)),
    ];
    expect(await compile()).toBeNull();
    const media = join(folder, 'media', 'dreams', 'dream');
    const video = await readFile(join(media, 'video.mp4'));
    expect(neroChapters(video)).toEqual([
      { ms: 0, title: 'a quiet sea' },
      { ms: 500, title: `stars and ${'ä'.repeat(50)}…` },
    ]);
    // Index in front, so that players don't have to fetch the end first.
    expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
    // Adding chapters to a video leaves its frames unchanged.
    const [before, after] = [join(media, 'preview.mp4'), join(folder, 'chapters.mp4')];
    await copyFile(before, after);
    await addChapters(after, chaptersOf([{ text: 'a quiet sea', seconds: 0 }], 1500));
    expect(await probe(after)).toBe(await probe(before));
  });

  test('is stored unsigned if the certificate can’t be used, and the log says why', async () => {
    await record(10, [await noise(64, 36)]);
    const odd = join(folder, 'odd.pem');
    await writeFile(odd, 'no certificate');
    signing = async () => ({ chainPath: odd, keyPath: odd, tsaUrl: null });
    expect(await compile()).toBeNull();
    expect([status, log]).toEqual(['READY', ['files not signed yet']]);
    expect(unsigned).toEqual([{ id: 'dream', places: [{ seconds: 1, frame: null }] }]);
  });

  test('names its generator and time in its files, but not its owner', async () => {
    await record(24, [await noise(320, 180)]);
    expect(await compile()).toBeNull();
    const read = (name: string) => readFile(join(folder, 'media', 'dreams', 'dream', name));
    for (const name of ['thumbnail.jpg', 'poster.jpg', 'filmstrip.jpg', 'video.mp4', 'preview.mp4']) {
      const text = (await read(name)).toString('utf8');
      expect(text, name).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia<');
      expect(text, name).toContain('<xmp:CreatorTool>Reverie &amp; co · demo · 1</xmp:CreatorTool>');
      expect(text, name).toContain('<xmp:CreateDate>2026-09-21T14:13:20.000Z</xmp:CreateDate>');
    }
    const { xmp } = await sharp(await read('poster.jpg')).metadata();
    expect(xmp?.toString()).toContain('DigitalSourceType');
    const video = (await read('video.mp4')).toString('utf8');
    expect(video).toContain('a quiet sea & <sky>');
    expect(video).toContain('0:01 a quiet sea & <sky>');
    expect(video).not.toContain('never shown');
  });

  test('without disk space waits, and is compiled when there is some', async (context) => {
    disk = mountSmallDisk(tapesDir, '1m');
    if (!disk) return context.skip('this user may not mount a small disk');
    await record(24, await Promise.all([noise(320, 180), noise(320, 180), noise(320, 180)]));
    const waits: number[] = [];
    for (const waited of [60_000, 6 * DAY_MS]) {
      now = job.createdAt + waited;
      const error = await compile();
      expect(error).toBeInstanceOf(RetryLater);
      expect(error?.message).toBe('the disk has no space for the video');
      waits.push((error as RetryLater).delayMs);
      expect(status).toBe('PROCESSING');
      expect(reported).toEqual([]);
      // Unfinished files free their disk space while the job waits.
      expect(await readdir(join(tapeFolder(tapesDir, 'dream'), 'out'))).toEqual([]);
    }
    expect(waits).toEqual([15_000, 60_000]);
    resizeDisk(tapesDir, '64m');
    expect(await compile()).toBeNull();
    expect(status).toBe('READY');
    expect(await readdir(join(folder, 'media/dreams/dream'))).toHaveLength(5);
  });

  test('whose process is killed is retried; after a week it is given up like one with a bad tape', async () => {
    if (process.platform !== 'linux') return;
    await record(400, [await noise(1280, 720)]);
    for (const [waited, kind] of [
      [0, RetryLater],
      [8 * DAY_MS, Error],
    ] as const) {
      now = job.createdAt + waited;
      const error = await compile(() => void killCompiler());
      expect(error).toBeInstanceOf(kind);
      expect(error).not.toBeInstanceOf(TapeFault);
      expect(error?.message).toBe(
        'the compile process was stopped by SIGKILL, probably because memory ran out: it needs 256 MB in addition to the server',
      );
    }
    expect(await tapeIsThere()).toBe(true);
  });

  test('that is only partly stored waits with its tape until it is stored completely', async () => {
    await record(4, [await noise(64, 64)]);
    const whole = storage;
    for (const kind of ['video.mp4', 'poster.jpg']) {
      storage = {
        ...whole,
        async put(key, source, type, more) {
          if (key.endsWith(kind) && 'path' in source) await truncate(source.path, 1000);
          return { ...(await whole.put(key, source, type, more)), size: 1e6 };
        },
      };
      const error = await compile();
      expect(error).toBeInstanceOf(RetryLater);
      expect(error?.message).toMatch(`dreams/dream/${kind} arrived incomplete: 1000 of `);
      expect([status, await tapeIsThere(), logged]).toEqual(['PROCESSING', true, []]);
    }
    storage = whole;
    expect(await compile()).toBeNull();
    expect(status).toBe('READY');
  });

  test('that can’t be stored is retried', async () => {
    await record(4, [await noise(64, 64)]);
    await writeFile(join(folder, 'media'), 'a file in the way');
    expect(await compile()).toBeInstanceOf(RetryLater);
    await rm(join(folder, 'media'));
    expect(await compile()).toBeNull();
    expect(status).toBe('READY');
  });
});

describe('a damaged tape', () => {
  test('is compiled as far as readable, kept aside and reported', async () => {
    await record(48, [await noise(64, 64)]);
    const frames = framesPath(tapeFolder(tapesDir, 'dream'));
    const bytes = await readFile(frames);
    bytes.fill(0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2));
    await writeFile(frames, bytes);
    expect(await compile()).toBeNull();
    expect(status).toBe('READY');
    expect(reported).toEqual(['dream']);
    expect(log).toEqual(['a tape was damaged; its video has whatever could be read']);
    expect(await tapeIsThere()).toBe(false);
    const kept = tapeFolder(damagedFolder(tapesDir), 'dream');
    expect(await readFile(framesPath(kept))).toEqual(bytes);
    expect(await readdir(kept)).not.toContain('out');

    // Deleting the dream also deletes its damaged tape.
    await removeTapes(tapesDir, 'dream');
    expect(await readdir(damagedFolder(tapesDir))).toEqual([]);
  });

  test('without a single frame is an error, and stays in place', async () => {
    const frames = framesPath(tapeFolder(tapesDir, 'dream'));
    await mkdir(tapeFolder(tapesDir, 'dream'));
    await writeFile(frames, Buffer.alloc(100_000, 'rubbish'));
    expect(await compile()).toBeInstanceOf(TapeFault);
    expect(await tapeIsThere()).toBe(true);
    // No error if the dream was deleted meanwhile.
    const found = [await deps().repository.find('dream')];
    const repository = { ...deps().repository, find: async () => found.pop() ?? null };
    await compileDream({ ...deps(), repository }, job, {
      signal: new AbortController().signal,
      progress: () => {},
    });
    await writeFile(frames, '');
    expect(await compile()).toBeNull();
    expect(status).toBe('EMPTY');
    expect(await tapeIsThere()).toBe(false);
  });

  test('is kept for two weeks', async () => {
    for (const [name, age] of [
      ['old', 15 * DAY_MS],
      ['new', 13 * DAY_MS],
    ] as const) {
      const kept = tapeFolder(damagedFolder(tapesDir), name);
      await mkdir(kept, { recursive: true });
      await writeFile(framesPath(kept), name);
      const at = new Date(Date.now() - age);
      await utimes(framesPath(kept), at, at);
    }
    await dropOldDamage(tapesDir);
    expect(await readdir(damagedFolder(tapesDir))).toEqual(['new']);
  });
});

/** Sends SIGKILL to the compile process. */
async function killCompiler(): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('compile-child') && command.includes(folder)) process.kill(Number(pid), 'SIGKILL');
  }
}
