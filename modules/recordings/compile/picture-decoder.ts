import { AV_CODEC_ID_H264, AV_CODEC_ID_MJPEG } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import sharp from 'sharp';
import { openDecoder, toPixels } from '../../../src/kit/images/coded-picture.ts';
import { pictureFault } from '../../../src/kit/images/jpeg.ts';
import { CODEC } from '../../protocol/frame.ts';
import type { TapeFrame } from '../tape/read-tape.ts';

/** Of a JPEG that only stills are made from. */
const STILL_QUALITY = 95;

/** The coded part of a recorded picture. */
export type Coded = Pick<TapeFrame, 'codec' | 'key' | 'picture'>;

/**
 * Decodes the pictures of a tape one at a time, in order; the caller frees them. A broken one gives null: a JPEG harms
 * none after it, and of H.264 nothing is shown before the next keyframe.
 */
export function createPictureDecoder(): (coded: Coded) => Frame | null {
  const jpeg = openDecoder(AV_CODEC_ID_MJPEG);
  let video: ReturnType<typeof openDecoder> | null = null;
  let needsKey = true;
  return ({ codec, key, picture }) => {
    // Whatever the door let in when this was recorded: what no browser showed is no part of the video.
    if (codec === CODEC.jpeg) return pictureFault(picture) === null ? jpeg(picture) : null;
    if (needsKey && !key) return null;
    video ??= openDecoder(AV_CODEC_ID_H264);
    const frame = video(picture);
    needsKey = frame === null;
    return frame;
  };
}

/** A decoded picture as a JPEG of high quality, for stills. */
export function toJpeg(frame: Frame): Promise<Buffer> {
  const { width, height } = frame;
  return sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: STILL_QUALITY })
    .toBuffer();
}
