import type { Frame } from 'node-av/lib';
import sharp from 'sharp';
import {
  openJpegDecoder,
  openVideoDecoder,
  toPixels,
  type VideoDecoder,
} from '../../kit/images/frame-codecs.ts';
import { pictureFault } from '../../kit/images/jpeg.ts';
import { CODECS, type Codec } from '../../protocol/codecs.ts';
import type { TapeFrame } from '../tape/read-tape.ts';

/** For JPEGs that stills are made from. */
const STILL_QUALITY = 95;

/** The coded part of a recorded frame. */
export type Coded = Pick<TapeFrame, 'codec' | 'key' | 'bytes'>;

/** A recorded frame and its decoded form, which the caller must free. */
export interface DecodedFrame<T extends Coded> {
  frame: T;
  /** null if broken */
  decoded: Frame | null;
}

/** Decodes a tape's frames in order. */
export interface FrameDecoder<T extends Coded> {
  /** Adds a frame. @returns finished frames in order, each exactly once; video frames may be delayed */
  add(frame: T): DecodedFrame<T>[];
  /** Flushes frames still in the decoder. A keyframe must follow. */
  end(): DecodedFrame<T>[];
}

/**
 * A broken JPEG affects no other frame; broken video hides everything up to the next keyframe. Frames that reference
 * later ones arrive out of display order; each gets the time of the frame in whose place it is displayed.
 */
export function createFrameDecoder<T extends Coded>(): FrameDecoder<T> {
  const jpeg = createJpegDecoder();
  const decoders = new Map<Codec, VideoDecoder>();
  /** the one that has the waiting frames */
  let decoder: VideoDecoder | null = null;
  let lastCodec: Codec | null = null;
  let needsKey = true;
  let isReordered = false;
  let count = 0;
  let waiting: { id: number; frame: T }[] = [];

  /** @returns the frame, preceded by any earlier ones that failed to decode */
  function place(decoded: Frame): DecodedFrame<T>[] {
    const isInOrder = !isReordered || decoded.keyFrame === 1;
    const at = isInOrder ? waiting.findIndex(({ id }) => id === Number(decoded.pts)) : 0;
    const shown = waiting[at];
    if (!shown) {
      decoded.free();
      return [];
    }
    const lost = waiting.splice(0, at + 1).slice(0, -1);
    return [...lost.map(({ frame }) => ({ frame, decoded: null })), { frame: shown.frame, decoded }];
  }

  function end(): DecodedFrame<T>[] {
    if (waiting.length === 0) {
      needsKey = true;
      return [];
    }
    const done = decoder?.drain().flatMap(place) ?? [];
    for (const { frame } of waiting) done.push({ frame, decoded: null });
    waiting = [];
    needsKey = true;
    return done;
  }

  return {
    add(frame) {
      const { video } = CODECS[frame.codec];
      const before = frame.codec === lastCodec ? [] : end();
      lastCodec = frame.codec;
      if (!video) return [...before, { frame, decoded: jpeg(frame.bytes) }];
      if (needsKey && !frame.key) return [...before, { frame, decoded: null }];
      decoder = decoders.get(frame.codec) ?? openVideoDecoder(video.decoder);
      decoders.set(frame.codec, decoder);
      isReordered ||= video.refersToLater(frame.bytes);
      waiting.push({ id: count, frame });
      const decoded = decoder.decode(frame.bytes, count);
      count += 1;
      if (decoded === null) return [...before, ...end()];
      needsKey = false;
      return [...before, ...decoded.flatMap(place)];
    },
    end,
  };
}

/** Decodes JPEGs that browsers can show; null for any other, even if it was accepted when recorded. */
export function createJpegDecoder(): (bytes: Buffer) => Frame | null {
  const decode = openJpegDecoder();
  return (bytes) => (pictureFault(bytes) === null ? decode(bytes) : null);
}

/** Encodes a decoded frame as a high-quality JPEG for stills. */
export function toJpeg(frame: Frame): Promise<Buffer> {
  const { width, height } = frame;
  return sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: STILL_QUALITY })
    .toBuffer();
}
