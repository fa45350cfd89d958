/** Accepted formats. SVG and PDF, which are programs, and containers of other files are excluded. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** An image to decode and the output to produce. */
export interface ImageOrder {
  /** A file path or the bytes. */
  source: string | Uint8Array;
  formats: readonly ImageFormat[];
  /** Crops and scales to this size; default: the image's own size. */
  size?: { width: number; height: number };
  /** Which part survives a crop: the middle (default) or the most eye-catching part. */
  keep?: 'middle' | 'attention';
  /** `pixels` is 8-bit RGB. */
  as: 'jpeg' | 'webp' | 'pixels';
  /** 1–100, for JPEG and WebP. */
  quality?: number;
  leastSide?: number;
}

export interface DrawnImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Why an image is rejected. */
export type ImageFault =
  | 'unreadable'
  /** Not an accepted format. */
  | 'format'
  | 'too-small'
  /** Too many pixels, or a side too long. */
  | 'too-large'
  /** Extreme aspect ratio. */
  | 'too-narrow'
  /** Decoding takes too much time or memory. */
  | 'too-heavy';

export const MAX_IMAGE_PIXELS = 4096 * 4096;
const MAX_SIDE = 16_384;
/** Scaled to cover a frame, a more extreme shape would be many frames in size. */
const MAX_RATIO = 10;

/** Checks the dimensions from an image's header; null if it may be decoded. */
export function sizeFault(width: number, height: number, leastSide = 1): ImageFault | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (!(short >= 1)) return 'unreadable';
  if (long > MAX_SIDE || width * height > MAX_IMAGE_PIXELS) return 'too-large';
  if (long > short * MAX_RATIO) return 'too-narrow';
  return short < leastSide ? 'too-small' : null;
}

/** Messages from the decoding process: `ready` once, then one per order. */
export type ImageAnswer =
  | { type: 'ready' }
  | ({ type: 'drawn' } & DrawnImage)
  | { type: 'fault'; fault: ImageFault };
