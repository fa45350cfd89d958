/**
 * Child process that decodes sampled frames; it is forked and receives orders over its channel. A separate process
 * because codecs may crash, and at low priority because live frames come first.
 */
import { setPriority } from 'node:os';
import { AV_LOG_FATAL } from 'node-av/constants';
import { type Frame, Log } from 'node-av/lib';
import sharp from 'sharp';
import { liveWithChannel } from '../../kit/children/in-child.ts';
import { openJpegDecoder, openKeyframeDecoder, toPixels } from '../../kit/images/frame-codecs.ts';
import { CODECS } from '../codecs.ts';
import type { DecodeAnswer, Decoded, DecodeOrder } from './decode-protocol.ts';

const LOW_PRIORITY = 10;
/** For an external classifier. */
const QUALITY = 88;

liveWithChannel();
Log.setLevel(AV_LOG_FATAL);
try {
  setPriority(LOW_PRIORITY);
} catch {
  // A hardened container may refuse the priority; decode anyway.
}

process.on('message', async (order: DecodeOrder) => {
  const answer: DecodeAnswer = { id: order.id, decoded: await decode(order).catch(() => null) };
  process.send?.(answer);
});

const decoders = new Map<number, (picture: Buffer) => Frame | null>();

/** One decoder for keyframes of different dreams, since each keyframe brings its own parameters. */
async function decode({ codec, bytes, as }: DecodeOrder): Promise<Decoded | null> {
  const { video } = CODECS[codec];
  const decoder = decoders.get(codec) ?? (video ? openKeyframeDecoder(video.decoder) : openJpegDecoder());
  decoders.set(codec, decoder);
  const frame = decoder(Buffer.from(bytes));
  if (!frame) return null;
  try {
    return as.kind === 'jpeg' ? await toJpeg(frame) : scaled(frame, as.height);
  } finally {
    frame.free();
  }
}

function scaled(frame: Frame, height: number): Decoded {
  const width = Math.max(1, Math.round((frame.width * height) / frame.height));
  return { bytes: toPixels(frame, { width, height }), width, height };
}

async function toJpeg(frame: Frame): Promise<Decoded> {
  const { width, height } = frame;
  const image = sharp(toPixels(frame), { raw: { width, height, channels: 3 } });
  return { bytes: await image.jpeg({ quality: QUALITY }).toBuffer(), width, height };
}
