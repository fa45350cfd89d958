import { CODEC, type Codec } from '../protocol/frame.ts';
import type { CodingOrder } from './generator.ts';

/** One dream's video encoder: each image becomes one H.264 access unit in Annex B. */
export interface VideoEncoder {
  /** its name, for people */
  readonly label: string;
  /** Makes the next frame a keyframe. */
  keyframe(): void;
  /** Sets the maximum bitrate in kbit/s. */
  rate(kbps: number): void;
  close(): void;
}

/** Pixels in rows from the top, 8 bits per channel. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** 3 for RGB; 4 for RGBA, whose alpha is ignored */
  channels: 3 | 4;
}

export interface H264Encoder extends VideoEncoder {
  /**
   * Encodes an image, scaled to cover the frame. Blocks the thread meanwhile.
   * @param at timestamp in ms, strictly increasing
   * @throws FFmpegError
   */
  encode(pixels: Pixels, at: number): { accessUnit: Uint8Array; key: boolean };
}

/** @throws if this machine has no encoder */
export type OpenVideo<E extends VideoEncoder> = (format: {
  width: number;
  height: number;
  fps: number;
  /** watermark id for its frames */
  watermark?: string | undefined;
}) => Promise<E>;

/**
 * Manages one dream's video encoder, opened on the first request for video. Until it is open, or if it fails, frames
 * are JPEGs, which every client accepts.
 */
export function createVideoCoder<E extends VideoEncoder>(
  open: () => Promise<E>,
  first: Codec | undefined,
  report: { opened(label: string): void; fault(error: unknown): void },
) {
  let wantsVideo = false;
  let encoder: E | null = null;
  let opening = false;
  let closed = false;
  let kbps: number | null = null;

  function use(codec: Codec): void {
    wantsVideo = codec === CODEC.h264;
    encoder?.keyframe();
    if (!wantsVideo || encoder || opening) return;
    opening = true;
    open().then((opened) => {
      if (closed) return opened.close();
      encoder = opened;
      report.opened(opened.label);
      if (kbps !== null) opened.rate(kbps);
    }, report.fault);
  }

  use(first ?? CODEC.jpeg);

  return {
    /** null if the next frame must be a JPEG */
    get encoder(): E | null {
      return wantsVideo ? encoder : null;
    },
    order(order: CodingOrder): void {
      if ('codec' in order) use(order.codec);
      else encoder?.keyframe();
    },
    rate(next: number | undefined): void {
      if (next === undefined) return;
      kbps = next;
      encoder?.rate(next);
    },
    /** Reports a failed encoder: from now on frames are JPEGs. */
    failed(error: unknown): void {
      encoder?.close();
      encoder = null;
      report.fault(error);
    },
    close(): void {
      closed = true;
      encoder?.close();
      encoder = null;
    },
  };
}
