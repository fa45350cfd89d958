/**
 * Decodes a video and prints its properties as JSON: `probe-video.ts <file> [watermark | TrustMark's decoder]`. Runs in
 * its own process, like everything that uses codecs.
 */
import { readFile } from 'node:fs/promises';
import { Decoder, Demuxer } from 'node-av/api';
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { toPixels } from '../../kit/images/frame-codecs.ts';
import { createWatermarkReader } from '../../watermark/contract/read-watermark.ts';
import { openDecoder } from '../../watermark/contract/trustmark/graphs.ts';
import { readPacket } from '../../watermark/contract/trustmark/packet.ts';
import { squareOf } from '../../watermark/contract/trustmark/resample.ts';
import { lumaFrameOf } from '../marks/mark-frame.ts';
import { RUNTIME } from '../marks/trustmark/onnx-runtime.ts';

export interface ProbedVideo {
  /** according to the container */
  durationMs: number;
  width: number;
  height: number;
  isYuv420p: boolean;
  /** id of the frames' watermark, if requested */
  watermark: string | null;
  /** ids that TrustMark's decoder reads in every fifth frame; null if it reads none */
  trustmarks: (string | null)[];
  frames: {
    atMs: number;
    key: boolean;
    /** luma, 16–235, at the centre and in a corner of the frame */
    middle: number;
    corner: number;
  }[];
}

const input = await Demuxer.open(process.argv[2] ?? '');
const stream = input.video();
if (!stream) throw new Error('no video stream');
const decoder = await Decoder.create(stream);
const found: ProbedVideo = {
  durationMs: input.duration * 1000,
  width: stream.codecpar.width,
  height: stream.codecpar.height,
  isYuv420p: stream.codecpar.format === AV_PIX_FMT_YUV420P,
  watermark: null,
  trustmarks: [],
  frames: [],
};
/** Enough to read the watermark. */
const READ_FRAMES = 4;
const [, , , wanted] = process.argv;
const reader = wanted === 'watermark' ? createWatermarkReader() : null;
const trustmark = wanted?.endsWith('.onnx') ? await openDecoder(await readFile(wanted), RUNTIME) : null;
for await (const frame of decoder.frames(input.packets(stream.index))) {
  if (frame === null) continue;
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  if (luma === undefined) throw new Error('a frame without a picture');
  if (found.frames.length < READ_FRAMES) reader?.add(lumaFrameOf(frame));
  if (trustmark && found.frames.length % 5 === 0) {
    const { width, height } = frame;
    const square = squareOf({ data: toPixels(frame), width, height, channels: 3 }, trustmark.side);
    found.trustmarks.push(readPacket(await trustmark.logits(square))?.id ?? null);
  }
  found.frames.push({
    atMs: (Number(frame.bestEffortTimestamp) * 1000 * frame.timeBase.num) / frame.timeBase.den,
    key: frame.keyFrame === 1,
    middle: luma[(frame.height / 2) * stride + frame.width / 2] ?? -1,
    corner: luma[8 * stride + 8] ?? -1,
  });
  frame.free();
}
found.watermark = reader?.read()?.id ?? null;
console.log(JSON.stringify(found));
