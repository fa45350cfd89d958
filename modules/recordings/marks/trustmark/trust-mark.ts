import { readFile } from 'node:fs/promises';
import { FFmpegError, type Frame } from 'node-av/lib';
import { toPixels } from '../../../kit/images/frame-codecs.ts';
import { type Encoder, openEncoder } from '../../../watermark/contract/trustmark/graphs.ts';
import { packetOf } from '../../../watermark/contract/trustmark/packet.ts';
import { resample, type Size, squareOf } from '../../../watermark/contract/trustmark/resample.ts';
import type { Pixels } from '../mark-frame.ts';
import type { PixelMark } from '../pixel-mark.ts';
import { RUNTIME } from './onnx-runtime.ts';

/** The encoder can't keep up with the frame rate, so each residual is used for this long, as with keyframes. */
const RESIDUAL_SECONDS = 2;
const WHITE = 127.5;
/** Weights of R, G and B for luma and both colour differences (ITU-R BT.601), scaled to video range. */
const OF_VIDEO = [
  [0.299, 0.587, 0.114].map((share) => (share * 219) / 255),
  [-0.168736, -0.331264, 0.5].map((share) => (share * 224) / 255),
  [0.5, -0.418688, -0.081312].map((share) => (share * 224) / 255),
] as const;

/** Per-pixel changes to a plane. */
type Added = Int8Array;

/**
 * Opens TrustMark's watermark for an id.
 * @param path path of the encoder
 * @throws Error if the encoder can't be opened or doesn't work
 */
export async function openTrustMark(id: string, path: string): Promise<PixelMark> {
  const encoder = await openEncoder(await readFile(path), RUNTIME);
  const bits = packetOf(id);
  // Fail now rather than mid-video if the graph isn't TrustMark's.
  await encoder.residual(new Float32Array(3 * encoder.side ** 2), bits);
  let added: Added[] = [];
  let from = Number.NEGATIVE_INFINITY;
  return {
    async markFrame(frame, second) {
      if (second >= from + RESIDUAL_SECONDS) {
        added = await addedTo(frame, encoder, bits);
        from = second;
      }
      FFmpegError.throwIfError(frame.makeWritable(), 'mark a frame');
      for (const [plane, values] of added.entries()) add(planeOf(frame, plane), values);
    },
    markImage: (image) => markImage(image, encoder, bits),
    // Workers can't write it.
    isIn: () => false,
  };
}

/** Residuals for the three planes of a 4:2:0 frame. */
async function addedTo(frame: Frame, encoder: Encoder, bits: readonly number[]): Promise<Added[]> {
  const { width, height } = frame;
  const image = { data: toPixels(frame), width, height, channels: 3 } as const;
  const residual = await encoder.residual(squareOf(image, encoder.side), bits);
  const colours = planesOf(residual);
  return OF_VIDEO.map((shares, plane) => {
    const mixed = new Float32Array(encoder.side ** 2);
    for (const [colour, values] of colours.entries())
      for (let at = 0; at < mixed.length; at += 1)
        (mixed[at] as number) += (shares[colour] as number) * (values[at] as number);
    return enlarged(mixed, encoder.side, sizeOf(frame, plane));
  });
}

async function markImage(image: Pixels, encoder: Encoder, bits: readonly number[]): Promise<void> {
  const { pixels, width, height } = image;
  const cover = squareOf({ data: pixels, width, height, channels: 3 }, encoder.side);
  const residual = await encoder.residual(cover, bits);
  const result = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (const [colour, plane] of planesOf(residual).entries()) {
    const values = enlarged(plane, encoder.side, image);
    for (let at = 0; at < values.length; at += 1) (result[at * 3 + colour] as number) += values[at] as number;
  }
}

const planesOf = (residual: Float32Array): Float32Array[] =>
  [0, 1, 2].map((plane) => {
    const size = residual.length / 3;
    return residual.subarray(plane * size, (plane + 1) * size);
  });

/** Scales a residual plane to the image, in 8-bit steps. */
const enlarged = (plane: Float32Array, side: number, size: Size): Added =>
  Int8Array.from(resample(plane, { width: side, height: side }, size), (value) =>
    Math.max(-127, Math.min(Math.round(value * WHITE), 127)),
  );

interface Rows extends Size {
  data: Uint8Array;
  /** bytes per row */
  stride: number;
}

/** Chroma planes have half the width and height. */
const sizeOf = ({ width, height }: Size, plane: number): Size =>
  plane === 0 ? { width, height } : { width: width >> 1, height: height >> 1 };

function planeOf(frame: Frame, plane: number): Rows {
  const [data, stride] = [frame.data?.[plane], frame.linesize[plane]];
  if (!data || !stride) throw new Error('a frame without pixels');
  return { data, stride, ...sizeOf(frame, plane) };
}

function add({ data, stride, width, height }: Rows, added: Added): void {
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) (clamped[y * stride + x] as number) += added[y * width + x] as number;
}
