/**
 * `bun run bench watermark`: marks twelve painted dreams, as recordings are, and reads each mark at five points
 * in time after typical edits. Also looks for false positives in unmarked frames (`WATERMARK_FRAMES=10000` sets how many), and
 * measures the time to mark and read a frame.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createDream } from '../../modules/painter/dream.ts';
import { FULL, type VideoFormat } from '../../modules/recordings/compile/video-encoder.ts';
import { lumaFrameOf } from '../../modules/recordings/marks/mark-frame.ts';
import { ownMark } from '../../modules/recordings/marks/open-mark.ts';
import { createWatermarkReader, type LumaFrame } from '../../modules/watermark/contract/read-watermark.ts';
import { watermarkFrom } from '../../modules/watermark/contract/watermark-id.ts';
import { createWatermarkWriter } from '../../modules/watermark/contract/write-watermark.ts';
import { rows } from '../painter/score.ts';
import { decode, encode, FPS, PROMPTS, paint, QUALITY } from './painted-videos.ts';

const UNMARKED = Number(process.env.WATERMARK_FRAMES ?? 200);
const AGAIN: VideoFormat = { ...FULL, crf: 28 };
const SMALL: VideoFormat = { ...FULL, width: 854, height: 480 };

const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-'));
const found = new Map<string, { read: number; of: number; sure: number }>();
const cost = { marking: 0, marked: 0, reading: 0, reads: 0 };
let leastDb = Infinity;
try {
  for (const [at, prompt] of PROMPTS.entries()) await tryDream(at, prompt);
  for (const [copy, { read, of, sure }] of found)
    console.log(`watermark: ${copy}: ${read} of ${of} read, confidence at least ${sure.toFixed(2)}`);
  console.log(
    `watermark: at least ${leastDb.toFixed(1)} dB, ${(cost.marking / cost.marked).toFixed(2)} ms a frame to write`,
  );
  console.log(`watermark: ${(cost.reading / cost.reads).toFixed(0)} ms to read`);
  await tryUnmarked();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryDream(seed: number, prompt: string): Promise<void> {
  const id = watermarkFrom(prompt);
  const path = (name: string) => join(folder, `${name}.mp4`);
  const measured = async (picture: Buffer) => measure(seed, await lumaOf(sharp(picture)));
  await encode(path('kept'), FULL, paint(seed, prompt, measured), ownMark(id));
  await encode(path('again'), AGAIN, decode(path('kept')));
  await encode(path('small'), SMALL, decode(path('kept')));
  await encode(path('both'), { ...SMALL, crf: AGAIN.crf }, decode(path('kept')));
  let second = 0;
  for await (const frame of decode(path('kept'), FPS)) {
    const kept = lumaFrameOf(frame);
    frame.free();
    note('as it is kept', id, kept);
    note('JPEG of quality 60', id, await lumaOf(imageOf(kept).jpeg({ quality: 60 })));
    const part = { width: Math.round(kept.width * 0.8), height: Math.round(kept.height * 0.8) };
    const place = { left: 37 + second * 41, top: 13 + second * 23 };
    note(
      '80 % of it',
      id,
      await lumaOf(
        imageOf(kept)
          .extract({ ...part, ...place })
          .png(),
      ),
    );
    second += 1;
  }
  for (const [copy, name] of [
    ['encoded again at CRF 28', 'again'],
    ['480 lines', 'small'],
    ['480 lines at CRF 28', 'both'],
  ] as const) {
    const frames: LumaFrame[] = [];
    for await (const frame of decode(path(name), FPS)) {
      frames.push(lumaFrameOf(frame));
      frame.free();
    }
    for (const frame of frames) note(copy, id, frame);
    note(`${copy}, its frames together`, id, ...frames);
  }
}

function note(copy: string, id: string, ...frames: LumaFrame[]): void {
  const entry = found.get(copy) ?? { read: 0, of: 0, sure: 1 };
  found.set(copy, entry);
  const before = process.cpuUsage().user;
  const reading = readFrames(frames);
  cost.reading += (process.cpuUsage().user - before) / 1000;
  cost.reads += 1;
  entry.of += 1;
  if (reading?.id !== id) return;
  entry.read += 1;
  entry.sure = Math.min(entry.sure, reading.confidence);
}

function readFrames(frames: readonly LumaFrame[]) {
  const reader = createWatermarkReader();
  for (const frame of frames) reader.add(frame);
  return reader.read();
}

function measure(seed: number, { luma, width, height }: LumaFrame): void {
  const write = createWatermarkWriter(watermarkFrom(String(seed)));
  const data = Uint8Array.from(luma);
  const before = process.cpuUsage().user;
  write({ data, width, height, stride: width });
  cost.marking += (process.cpuUsage().user - before) / 1000;
  cost.marked += 1;
  let squares = 0;
  for (const [at, value] of data.entries()) squares += (value - (luma[at] as number)) ** 2;
  leastDb = Math.min(leastDb, 10 * Math.log10(255 ** 2 / (squares / data.length)));
}

function imageOf({ luma, width, height }: LumaFrame): Sharp {
  return sharp(luma, { raw: { width, height, channels: 1 } });
}

/** Luma of an image as stored. */
async function lumaOf(image: Sharp): Promise<LumaFrame> {
  const stored = sharp(await image.toBuffer())
    .toColourspace('b-w')
    .raw();
  const { data, info } = await stored.toBuffer({ resolveWithObject: true });
  return { luma: data, width: info.width, height: info.height };
}

/** Frames of all the painter's test prompts, the same number of each. */
async function tryUnmarked(): Promise<void> {
  const prompts = rows();
  const each = Math.ceil(UNMARKED / prompts.length);
  let [looked, wrong, surest] = [0, 0, 0];
  for (const [seed, { prompts: said }] of prompts.entries()) {
    if (looked >= UNMARKED) break;
    const dream = createDream({ width: 640, height: 360, seed });
    dream.prompt('only', said[0] ?? '');
    while (dream.next(2).shown === null);
    for (let count = 0; count < each; count += 1) {
      dream.next(2);
      const reading = readFrames([await lumaOf(sharp(dream.jpeg(QUALITY)))]);
      looked += 1;
      if (reading === null) continue;
      wrong += 1;
      surest = Math.max(surest, reading.confidence);
    }
  }
  console.log(`watermark: ${wrong} of ${looked} unmarked frames seem marked${wrong ? ` (${surest})` : ''}`);
}
