import { CODEC, type Codec } from '../protocol/frame.ts';
import type { CodingOrder } from './generator.ts';

/** Encoder of one dream's video: every picture becomes one H.264 access unit in Annex B. */
export interface VideoEncoder {
  /** its name for people */
  readonly label: string;
  /** The next picture becomes a keyframe. */
  keyframe(): void;
  /** Most bits a second, in thousands. */
  rate(kbps: number): void;
  close(): void;
}

/** Pixels, rows from the top, 8 bits a channel. */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** 3: red, green, blue; 4: with an opacity, which is left out */
  channels: 3 | 4;
}

export interface H264Encoder extends VideoEncoder {
  /**
   * Encodes a picture, scaled until it covers the frame. Takes the thread for as long as that lasts.
   * @param at ms, growing from picture to picture
   * @throws FFmpegError
   */
  encode(pixels: Pixels, at: number): { accessUnit: Uint8Array; key: boolean };
}

/** @throws where this machine has no encoder */
export type OpenVideo<E extends VideoEncoder> = (format: {
  width: number;
  height: number;
  fps: number;
  /** id of the watermark that its frames get */
  watermark?: string | undefined;
}) => Promise<E>;

/**
 * Keeps the video encoder of one dream: opened once video is asked for. Until it is open, and where it fails, pictures
 * go out as JPEGs, which all take.
 */
export function createVideoCoder<E extends VideoEncoder>(
  open: () => Promise<E>,
  first: Codec | undefined,
  report: { opened(label: string): void; fault(error: unknown): void },
) {
  let wanted = false;
  let encoder: E | null = null;
  let opening = false;
  let closed = false;
  let kbps: number | null = null;

  function use(codec: Codec): void {
    wanted = codec === CODEC.h264;
    encoder?.keyframe();
    if (!wanted || encoder || opening) return;
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
    /** null: the next picture is a JPEG */
    get encoder(): E | null {
      return wanted ? encoder : null;
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
    /** It failed: pictures are JPEGs from now on. */
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
