/**
 * Formats of images from outside that are read; drawings that are programs (SVG, PDF) and containers of other files
 * are none of them.
 */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** One image to be decoded, and what to make of it. */
export interface ImageOrder {
  /** a file's path, or its bytes */
  source: string | Uint8Array;
  formats: readonly ImageFormat[];
  /** cut and scaled to this size; its own size where there is none */
  size?: { width: number; height: number };
  /** what stays of an image that has to be cut: its middle (the default), or where it draws most attention */
  keep?: 'middle' | 'attention';
  /** `pixels` are red, green, blue, of 8 bits each */
  as: 'jpeg' | 'webp' | 'pixels';
  /** 1–100, of JPEG and WebP */
  quality?: number;
  leastSide?: number;
}

export interface DrawnImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Why an image is not taken. */
export type ImageFault =
  | 'unreadable'
  /** of another format than those that are taken */
  | 'format'
  | 'too-small'
  /** of more pixels, or longer, than is decoded */
  | 'too-large'
  /** many times longer than it is wide */
  | 'too-narrow'
  /** decoding takes too much time or memory */
  | 'too-heavy';

export const MAX_IMAGE_PIXELS = 4096 * 4096;
const MAX_SIDE = 16_384;
/** Scaled until it covers a frame, a longer one would be many frames large. */
const MAX_RATIO = 10;

/** Fault of an image of this size, by its header; null when it may be decoded. */
export function sizeFault(width: number, height: number, leastSide = 1): ImageFault | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (!(short >= 1)) return 'unreadable';
  if (long > MAX_SIDE || width * height > MAX_IMAGE_PIXELS) return 'too-large';
  if (long > short * MAX_RATIO) return 'too-narrow';
  return short < leastSide ? 'too-small' : null;
}

/** Answers of the process that decodes: first that it runs, then one for each order. */
export type ImageAnswer =
  | { type: 'ready' }
  | ({ type: 'drawn' } & DrawnImage)
  | { type: 'fault'; fault: ImageFault };
