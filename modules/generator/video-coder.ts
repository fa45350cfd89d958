import { CODEC, CODEC_IDS, type Codec, isVideo, type VideoCodec } from '../protocol/codecs.ts';
import type { CodingOrder } from './generator.ts';

/** One dream's video encoder: each image becomes one access unit. */
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

export interface EncodedFrame {
  accessUnit: Uint8Array;
  codec: VideoCodec;
  key: boolean;
}

export interface SyncVideoEncoder extends VideoEncoder {
  /**
   * Encodes an image, scaled to cover the frame. Blocks the thread meanwhile.
   * @param at timestamp in ms, strictly increasing
   * @throws FFmpegError
   */
  encode(pixels: Pixels, at: number): EncodedFrame;
}

export interface VideoFormat {
  width: number;
  height: number;
  fps: number;
  /** watermark id for its frames */
  watermark?: string | undefined;
}

/** @throws if this machine has no encoder */
export type OpenVideo<E extends VideoEncoder> = (format: VideoFormat) => Promise<E>;

/** A program's encoders by codec; null for a codec that it can't send. */
export type VideoEncoders<E extends VideoEncoder> = Readonly<Record<VideoCodec, OpenVideo<E> | null>>;

/** Codecs of a generator with these encoders. */
export const codecsOf = (encoders: VideoEncoders<VideoEncoder>): readonly Codec[] =>
  CODEC_IDS.filter((codec) => !isVideo(codec) || encoders[codec] !== null);

/**
 * Manages one dream's video encoder, opened on the first request for its codec. Until it is open, or if it fails,
 * frames are JPEGs, which every client accepts.
 */
export function createVideoCoder<E extends VideoEncoder>(
  encoders: VideoEncoders<E> | undefined,
  formatNow: () => VideoFormat,
  first: Codec | undefined,
  report: { opened(label: string): void; fault(error: unknown): void },
) {
  let wantsVideo = false;
  /** the last requested video codec; its encoder is null until it is open, and after a failure */
  let current: { codec: VideoCodec; encoder: E | null } | null = null;
  let kbps: number | null = null;

  function use(codec: Codec): void {
    wantsVideo = isVideo(codec);
    current?.encoder?.keyframe();
    if (!isVideo(codec) || current?.codec === codec) return;
    current?.encoder?.close();
    const opening = { codec, encoder: null as E | null };
    current = opening;
    encoders?.[codec]?.(formatNow()).then((opened) => {
      if (current !== opening) return opened.close();
      opening.encoder = opened;
      report.opened(opened.label);
      if (kbps !== null) opened.rate(kbps);
    }, report.fault);
  }

  use(first ?? CODEC.jpeg);

  return {
    /** null if the next frame must be a JPEG */
    get encoder(): E | null {
      return wantsVideo ? (current?.encoder ?? null) : null;
    },
    order(order: CodingOrder): void {
      if ('codec' in order) use(order.codec);
      else current?.encoder?.keyframe();
    },
    rate(next: number | undefined): void {
      if (next === undefined) return;
      kbps = next;
      current?.encoder?.rate(next);
    },
    /** Reports a failed encoder: from now on frames are JPEGs. Ignores encoders that are no longer in use. */
    failed(encoder: E, error: unknown): void {
      if (current?.encoder !== encoder) return;
      encoder.close();
      current.encoder = null;
      report.fault(error);
    },
    close(): void {
      current?.encoder?.close();
      current = null;
    },
  };
}
