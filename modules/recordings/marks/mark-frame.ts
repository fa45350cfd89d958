import { FFmpegError, type Frame } from 'node-av/lib';
import { lumaOf } from '../../watermark/contract/luma.ts';
import { holdsWatermark, type LumaFrame } from '../../watermark/contract/read-watermark.ts';
import { createWatermarkWriter, type LumaPlane } from '../../watermark/contract/write-watermark.ts';

/** Writes a watermark into a decoded frame; copies shared pixel data first. */
export function markFrame(frame: Frame, mark: (plane: LumaPlane) => void): void {
  FFmpegError.throwIfError(frame.makeWritable(), 'mark a frame');
  mark(planeOf(frame));
}

/** True if a decoded frame has this watermark. Expects the frame's original size. */
export const holdsMark = (frame: Frame, watermark: string | null): boolean =>
  watermark !== null && holdsWatermark(lumaFrameOf(frame), watermark);

/** Copies a decoded frame's luma. @throws Error if it has none */
export function lumaFrameOf(frame: Frame): LumaFrame {
  const { data, width, height, stride } = planeOf(frame);
  const luma = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) luma.set(data.subarray(y * stride, y * stride + width), y * width);
  return { luma, width, height };
}

/** A frame's luma; every decoder used here puts it in the first plane. */
function planeOf({ data, linesize, width, height }: Frame): LumaPlane {
  const [luma] = data ?? [];
  const [stride] = linesize;
  if (!luma || !stride) throw new Error('a frame without luma');
  return { data: luma, width, height, stride };
}

/** RGB, 8 bits per channel, row by row. */
export interface Pixels {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Writes a watermark into an image, unless it already has it. */
export function markPixels({ pixels, width, height }: Pixels, watermark: string): void {
  const { luma } = lumaOf({ data: pixels, width, height, channels: 3 });
  if (holdsWatermark({ luma, width, height }, watermark)) return;
  const marked = luma.slice();
  createWatermarkWriter(watermark)({ data: marked, width, height, stride: width });
  const result = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let at = 0; at < luma.length; at += 1) {
    const change = (marked[at] as number) - (luma[at] as number);
    for (let channel = 0; channel < 3; channel += 1)
      result[at * 3 + channel] = (pixels[at * 3 + channel] as number) + change;
  }
}
