import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CODEC } from '../../protocol/codecs.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openTape } from '../tape/tape.ts';
import { type CodedFrame, codeVideo } from '../testing/coded-video.ts';
import type { ProbedVideo } from '../testing/probe-video.ts';
import { someMarks, unsignedMarks } from '../testing/some-marks.ts';
import { compileTape, TapeFault } from './compile.ts';

const PROBE = fileURLToPath(new URL('../testing/probe-video.ts', import.meta.url));
const STARTED_AT = 1_790_000_000_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-video-tapes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sixteen levels that stay distinct after compression. */
const LEVELS = Array.from({ length: 16 }, (_, step) => 24 + step * 12);
const levelOf = (luma: number) => Math.round((luma - 24) / 12);

interface Shot extends CodedFrame {
  codec?: 0 | 1;
}

async function compiled(shots: readonly Shot[], stepMs: number) {
  const tape = openTape(join(folder, 'tapes'), { sessionId: 'dream', startedAt: 0, fps: 16 });
  for (const [id, { bytes, key, codec = CODEC.h264 }] of shots.entries())
    tape.append(newFrame({ id, at: 0, codec, key }, bytes), STARTED_AT + id * stepMs);
  await tape.close();
  const outDir = join(folder, 'out');
  const marks = unsignedMarks({ marks: someMarks({ createdAt: '2026-09-21T14:13:20.000Z' }) });
  const outcome = await compileTape({ tapeDir: tape.dir, outDir, marks });
  if (outcome.kind !== 'compiled') throw new Error(`the tape was ${outcome.kind}`);
  return { outcome, video: join(outDir, 'video.mp4'), preview: join(outDir, 'preview.mp4') };
}

async function probe(path: string): Promise<ProbedVideo> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROBE, path], { maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

/** Values from an MP4's boxes. */
async function headOf(path: string) {
  const file = await readFile(path);
  const colr = file.indexOf('colrnclx');
  return {
    created: new Date((file.readUInt32BE(file.indexOf('mvhd') + 8) - 2_082_844_800) * 1000).toISOString(),
    colours: colr < 0 ? null : [8, 10, 12].map((at) => file.readUInt16BE(colr + at)),
    isSquare: file.indexOf(Buffer.from('pasp\0\0\0\x01\0\0\0\x01', 'latin1')) > 0,
  };
}

/** BT.709 primaries, sRGB transfer, BT.601 matrix. */
const COLOURS = [1, 13, 6];

test('a preview of video lasts as long as its parts, and both files state timing and colours', async () => {
  // Eight a second for twenty seconds: half the constant frame rate.
  const coded = await codeVideo(Array.from({ length: 160 }, (_, at) => LEVELS[Math.floor(at / 10)] ?? 0));
  const { outcome, video, preview } = await compiled(coded, 125);
  expect(outcome).toMatchObject({ frames: 160, brokenFrames: 0 });
  const seen = await probe(preview);
  expect(seen.durationMs).toBe(4500);
  // Three parts of 1.5 s, each at the dream's own speed.
  const starts = [0, 1500, 3000].map((from) =>
    seen.frames.filter(({ atMs }) => atMs >= from && atMs < from + 1500),
  );
  for (const part of starts) {
    const levels = new Set(part.map(({ middle }) => levelOf(middle)));
    expect(levels.size).toBeGreaterThanOrEqual(2);
    expect(levels.size).toBeLessThanOrEqual(3);
  }
  const head = { created: '2026-09-21T14:13:20.000Z', colours: COLOURS, isSquare: true };
  expect(await headOf(video)).toEqual(head);
  expect(await headOf(preview)).toEqual(head);
});

test('transcoded video does, too, and limited-range video keeps its brightness next to JPEGs', async () => {
  const coded = await codeVideo(LEVELS);
  const jpeg = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
  const { video } = await compiled([...coded, { bytes: jpeg, key: true, codec: CODEC.jpeg }], 62.5);
  const { frames } = await probe(video);
  expect(frames.slice(0, 16).map(({ middle }) => levelOf(middle))).toEqual(LEVELS.map((_, at) => at));
  expect(Math.abs((frames[16]?.middle ?? 0) - 126)).toBeLessThanOrEqual(2);
  expect(await headOf(video)).toMatchObject({ colours: COLOURS, isSquare: true });
});

/** Inserts a unit before a frame's slice. */
function withUnit({ bytes, key }: CodedFrame, unit: Buffer): CodedFrame {
  const slice = bytes.lastIndexOf(Buffer.of(0, 0, 1));
  const at = bytes[slice - 1] === 0 ? slice - 1 : slice;
  return { bytes: Buffer.concat([bytes.subarray(0, at), unit, bytes.subarray(at)]), key };
}

/** A message that declares more bytes than it has. */
const TORN_MESSAGE = Buffer.from([0, 0, 1, 6, 5, 255, 255, 200, 1, 2, 3, 0x80]);
/** Parameters for 32 × 32 pixels, with an id that no frame uses. */
const OTHER_SET = Buffer.from('000000016742c01e568964', 'hex');

const RAMP = Array.from({ length: 48 }, (_, at) => LEVELS[Math.floor(at / 3)] ?? 0);
test.for([
  ['with B-frames', () => codeVideo(RAMP, { bFrames: 2 })],
  ['whose parameters promise B-frames that never come', () => codeVideo(RAMP, { isLying: true })],
  [
    'whose parameters name another size',
    async () => (await codeVideo(RAMP)).map((one) => (one.key ? withUnit(one, OTHER_SET) : one)),
  ],
  ['with torn messages', async () => (await codeVideo(RAMP)).map((one) => withUnit(one, TORN_MESSAGE))],
] as const)('video %s is stored as it was seen', async ([, code]) => {
  const { outcome, video } = await compiled(await code(), 62.5);
  expect(outcome.brokenFrames).toBe(0);
  const { frames } = await probe(video);
  expect(frames.map(({ middle }) => levelOf(middle))).toEqual(RAMP.map((_, at) => Math.floor(at / 3)));
  expect((await sharp(join(folder, 'out/poster.jpg')).metadata()).width).toBe(1280);
});

test('undecodable video fails rather than counting as empty', async () => {
  const coded = (await codeVideo(RAMP)).map(({ bytes, key }) => {
    const slice = bytes.lastIndexOf(Buffer.of(0, 0, 1)) + 4;
    return { bytes: Buffer.concat([bytes.subarray(0, slice), Buffer.alloc(40, 0xff)]), key };
  });
  await expect(compiled(coded, 62.5)).rejects.toThrow(TapeFault);
});
