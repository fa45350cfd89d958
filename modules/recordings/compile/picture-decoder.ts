import type { Frame } from 'node-av/lib';
import sharp from 'sharp';
import {
  openJpegDecoder,
  openVideoDecoder,
  toPixels,
  type VideoDecoder,
} from '../../../src/kit/images/coded-picture.ts';
import { pictureFault } from '../../../src/kit/images/jpeg.ts';
import { CODEC } from '../../protocol/frame.ts';
import { holdsBSlice } from '../../protocol/h264.ts';
import type { TapeFrame } from '../tape/read-tape.ts';

/** Of a JPEG that only stills are made from. */
const STILL_QUALITY = 95;

/** The coded part of a recorded picture. */
export type Coded = Pick<TapeFrame, 'codec' | 'key' | 'picture'>;

/** A recorded picture with what its decoder made of it, which the caller frees. */
export interface DecodedPicture<T extends Coded> {
  frame: T;
  /** null of a broken one */
  decoded: Frame | null;
}

/** Decodes the pictures of a tape in order. */
export interface PictureDecoder<T extends Coded> {
  /** Takes the next one. @returns those that are done, in order: each comes once, a few of H.264 later than they were given */
  add(frame: T): DecodedPicture<T>[];
  /** The ones that are still on their way; a keyframe comes next. */
  end(): DecodedPicture<T>[];
}

/**
 * A broken JPEG harms none after it; of H.264 nothing is shown before the next keyframe. Pictures that refer to later ones
 * come in another order than they are shown in: each then takes the time of the one in whose place it is shown.
 */
export function createPictureDecoder<T extends Coded>(): PictureDecoder<T> {
  const jpeg = createJpegDecoder();
  let video: VideoDecoder | null = null;
  let needsKey = true;
  let isReordered = false;
  let count = 0;
  let waiting: { id: number; frame: T }[] = [];

  /** @returns the picture, after those before it that came to nothing */
  function place(decoded: Frame): DecodedPicture<T>[] {
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

  function end(): DecodedPicture<T>[] {
    if (waiting.length === 0) {
      needsKey = true;
      return [];
    }
    const done = video?.drain().flatMap(place) ?? [];
    for (const { frame } of waiting) done.push({ frame, decoded: null });
    waiting = [];
    needsKey = true;
    return done;
  }

  return {
    add(frame) {
      if (frame.codec === CODEC.jpeg) return [...end(), { frame, decoded: jpeg(frame.picture) }];
      if (needsKey && !frame.key) return [{ frame, decoded: null }];
      video ??= openVideoDecoder();
      isReordered ||= holdsBSlice(frame.picture);
      waiting.push({ id: count, frame });
      const decoded = video.decode(frame.picture, count);
      count += 1;
      if (decoded === null) return end();
      needsKey = false;
      return decoded.flatMap(place);
    },
    end,
  };
}

/** Decodes JPEGs that browsers show; null for others, whatever the door let in when they were recorded. */
export function createJpegDecoder(): (picture: Buffer) => Frame | null {
  const decode = openJpegDecoder();
  return (picture) => (pictureFault(picture) === null ? decode(picture) : null);
}

/** A decoded picture as a JPEG of high quality, for stills. */
export function toJpeg(frame: Frame): Promise<Buffer> {
  const { width, height } = frame;
  return sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: STILL_QUALITY })
    .toBuffer();
}
