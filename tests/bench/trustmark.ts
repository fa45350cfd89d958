/**
 * `WATERMARK_MODEL=folder bun run bench trustmark`: marks twelve painted dreams with TrustMark, as recordings are, and
 * reads the marks from every second after typical edits. Prints the mark's strength and the time per frame. Without a
 * folder it uses the tests' small model, which says nothing about the real one.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'node-av/lib';
import sharp from 'sharp';
import { toPixels } from '../../modules/kit/images/frame-codecs.ts';
import { FULL } from '../../modules/recordings/compile/video-encoder.ts';
import type { PixelMark } from '../../modules/recordings/marks/pixel-mark.ts';
import { RUNTIME } from '../../modules/recordings/marks/trustmark/onnx-runtime.ts';
import { openTrustMark } from '../../modules/recordings/marks/trustmark/trust-mark.ts';
import type { ColourImage } from '../../modules/watermark/contract/luma.ts';
import { openDecoder } from '../../modules/watermark/contract/trustmark/graphs.ts';
import { readPacket } from '../../modules/watermark/contract/trustmark/packet.ts';
import { squareOf } from '../../modules/watermark/contract/trustmark/resample.ts';
import { watermarkFrom } from '../../modules/watermark/contract/watermark-id.ts';
import { writeTinyTrustmark } from '../tiny-trustmark.ts';
import { decode, encode, FPS, PROMPTS, paint } from './painted-videos.ts';

const SMALL = { ...FULL, width: 854, height: 480, crf: 28 };

const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-'));
const model = process.env.WATERMARK_MODEL ?? join(folder, 'model');
if (!process.env.WATERMARK_MODEL) await writeTinyTrustmark(model);
const decoder = await openDecoder(await readFile(join(model, 'decoder_Q.onnx')), RUNTIME);
const found = new Map<string, { read: number; of: number }>();
const times: number[] = [];
let leastDb = Infinity;
try {
  for (const [at, prompt] of PROMPTS.entries()) await tryDream(at, prompt);
  for (const [copy, { read, of }] of found) console.log(`trustmark: ${copy}: ${read} of ${of} read`);
  const inOrder = times.toSorted((one, other) => one - other);
  const at = (part: number) => (inOrder[Math.floor(part * (inOrder.length - 1))] ?? 0).toFixed(1);
  console.log(
    `trustmark: at least ${leastDb.toFixed(1)} dB, ${at(0.5)} ms a frame in between, ${at(0.99)} ms one with an encoder's run`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function tryDream(seed: number, prompt: string): Promise<void> {
  const id = watermarkFrom(prompt);
  const path = (name: string) => join(folder, `${name}.mp4`);
  const mark = await openTrustMark(id, join(model, 'encoder_Q.onnx'));
  await encode(path('kept'), FULL, paint(seed, prompt), measured(mark));
  await encode(path('small'), SMALL, decode(path('kept')));
  for await (const frame of decode(path('kept'), FPS)) {
    const kept = imageOf(frame);
    await note('as it is kept', id, kept);
    const { width, height } = kept;
    const jpeg = sharp(kept.data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 60 });
    const { data } = await sharp(await jpeg.toBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    await note('JPEG of quality 60', id, { ...kept, data });
  }
  for await (const frame of decode(path('small'), FPS)) await note('480 lines at CRF 28', id, imageOf(frame));
}

/** The same mark, with its time measured and, once a second, its strength. */
function measured(mark: PixelMark): PixelMark {
  return {
    ...mark,
    async markFrame(frame, second) {
      const before = Number.isInteger(second) ? toPixels(frame) : null;
      const began = performance.now();
      await mark.markFrame(frame, second);
      times.push(performance.now() - began);
      if (before) leastDb = Math.min(leastDb, decibels(before, toPixels(frame)));
    },
  };
}

function decibels(one: Uint8Array, other: Uint8Array): number {
  let squares = 0;
  for (let at = 0; at < one.length; at += 1) squares += ((one[at] as number) - (other[at] as number)) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}

function imageOf(frame: Frame): ColourImage {
  const { width, height } = frame;
  const image = { data: toPixels(frame), width, height, channels: 3 } as const;
  frame.free();
  return image;
}

async function note(copy: string, id: string, image: ColourImage): Promise<void> {
  const entry = found.get(copy) ?? { read: 0, of: 0 };
  found.set(copy, entry);
  entry.of += 1;
  if (readPacket(await decoder.logits(squareOf(image, decoder.side)))?.id === id) entry.read += 1;
}
