/** Videos of painted dreams for the watermark benchmarks. */
import { Decoder, Demuxer } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import { createDream } from '../../modules/painter/dream.ts';
import { createJpegDecoder } from '../../modules/recordings/compile/frame-decoder.ts';
import {
  createVideoEncoder,
  FULL,
  type VideoFormat,
} from '../../modules/recordings/compile/video-encoder.ts';
import type { PixelMark } from '../../modules/recordings/marks/pixel-mark.ts';

export const PROMPTS = [
  'a lighthouse above a calm sea at dusk',
  'a snowy forest at night with northern lights',
  'a city in the rain, neon',
  'a desert with dunes and a camel',
  'a coral reef with fish',
  'a meadow full of flowers in spring',
  'mountains and a lake at sunrise',
  'a starry night over a village',
  'clouds of many colours',
  'a river through an autumn forest',
  'a volcano erupting',
  'a foggy harbour with boats',
];
export const [FPS, QUALITY] = [16, 85];
const SECONDS = 5;
const SIZE = { width: FULL.width, height: FULL.height };

/** @param onSecond called with each second's first frame, as a JPEG */
export async function* paint(
  seed: number,
  prompt: string,
  onSecond: (picture: Buffer) => Promise<void> = async () => {},
): AsyncGenerator<Frame> {
  const decodeJpeg = createJpegDecoder();
  const dream = createDream({ ...SIZE, seed: seed + 1 });
  dream.prompt('only', prompt);
  while (dream.next(FPS).shown === null);
  for (let count = 0; count < FPS * SECONDS; count += 1) {
    dream.next(FPS);
    const picture = Buffer.from(dream.jpeg(QUALITY));
    if (count % FPS === 0) await onSecond(picture);
    const frame = decodeJpeg(picture);
    if (frame) yield frame;
  }
}

export async function encode(
  path: string,
  format: VideoFormat,
  frames: AsyncIterable<Frame>,
  mark: PixelMark | null = null,
): Promise<void> {
  const encoder = await createVideoEncoder(path, FPS, format, { mark });
  for await (const frame of frames) {
    encoder.load(frame);
    await encoder.show(1);
    frame.free();
  }
  await encoder.finish();
}

/** @param every yields only every n-th frame */
export async function* decode(path: string, every = 1): AsyncGenerator<Frame> {
  const input = await Demuxer.open(path);
  const stream = input.video();
  if (!stream) throw new Error('a video without pictures');
  const decoder = await Decoder.create(stream);
  let at = 0;
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame && at++ % every === Math.floor(every / 2)) yield frame;
    else frame?.free();
  }
  await input.close();
}
