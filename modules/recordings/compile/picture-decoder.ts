import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_RGB24,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../../src/kit/images/image-order.ts';
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

function openDecoder(id: typeof AV_CODEC_ID_MJPEG | typeof AV_CODEC_ID_H264) {
  const codec = Codec.findDecoder(id);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_LOW_DELAY);
  context.setOption('err_detect', 'explode');
  context.setOption('max_pixels', String(MAX_IMAGE_PIXELS));
  FFmpegError.throwIfError(context.open2Sync(codec), 'open a decoder of pictures');
  const packet = new Packet();
  packet.alloc();
  return (picture: Buffer): Frame | null => {
    packet.data = picture;
    const frame = new Frame();
    frame.alloc();
    if (context.sendPacketSync(packet) >= 0 && context.receiveFrameSync(frame) >= 0) return frame;
    frame.free();
    context.flushBuffers();
    return null;
  };
}

/** A decoded picture as a JPEG of high quality, for stills. */
export function toJpeg(frame: Frame): Promise<Buffer> {
  const { width, height } = frame;
  return sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: STILL_QUALITY })
    .toBuffer();
}

/** Red, green and blue of a decoded picture, 8 bits each. */
export function toPixels({ width, height, format, data, linesize }: Frame): Buffer {
  const scaler = new SoftwareScaleContext();
  scaler.getContext(width, height, format as never, width, height, AV_PIX_FMT_RGB24);
  const pixels = Buffer.alloc(width * height * 3);
  try {
    const rows = scaler.scaleSync(data ?? [], linesize, 0, height, [pixels], [width * 3]);
    FFmpegError.throwIfError(rows, 'convert a picture');
  } finally {
    scaler.freeContext();
  }
  return pixels;
}
