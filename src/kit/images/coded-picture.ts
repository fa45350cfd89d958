/** For processes that decode what came from outside: codecs may crash, and are never loaded into the server's. */
import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_RGB24,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import { MAX_IMAGE_PIXELS } from './image-order.ts';

/** Opens a decoder of JPEGs; the caller frees each picture. A broken one gives null. */
export function openJpegDecoder(): (jpeg: Buffer) => Frame | null {
  const { context, packet } = open(AV_CODEC_ID_MJPEG, (made) => {
    made.setFlags(AV_CODEC_FLAG_LOW_DELAY);
    made.setOption('err_detect', 'explode');
  });
  return (jpeg) => {
    packet.data = jpeg;
    const frame = context.sendPacketSync(packet) >= 0 ? receive(context) : null;
    if (frame === null) context.flushBuffers();
    return frame;
  };
}

/** Decoder of H.264, as lenient as a browser's: parameters may promise what pictures don't keep, and messages be torn. */
export interface VideoDecoder {
  /**
   * Takes an access unit. Pictures come out in the order in which they are shown, each with its unit's number as `pts`,
   * and maybe later than their unit; the caller frees them.
   * @returns null for a unit that can't be decoded; nothing can be before the next keyframe
   */
  decode(accessUnit: Buffer, id: number): Frame[] | null;
  /** The pictures that are still on their way; a keyframe comes next. */
  drain(): Frame[];
}

export function openVideoDecoder(): VideoDecoder {
  const { context, packet } = open(AV_CODEC_ID_H264);
  return {
    decode(accessUnit, id) {
      packet.data = accessUnit;
      packet.pts = BigInt(id);
      if (context.sendPacketSync(packet) < 0) return null;
      return receiveAll(context);
    },
    drain() {
      context.sendPacketSync(null);
      const frames = receiveAll(context) ?? [];
      context.flushBuffers();
      return frames;
    },
  };
}

/** Opens a decoder of keyframes that have nothing to do with each other; the caller frees each. A broken one gives null. */
export function openKeyframeDecoder(): (accessUnit: Buffer) => Frame | null {
  const decoder = openVideoDecoder();
  return (accessUnit) => {
    const [first, ...more] = [...(decoder.decode(accessUnit, 0) ?? []), ...decoder.drain()];
    for (const frame of more) frame.free();
    return first ?? null;
  };
}

function open(
  id: Parameters<typeof Codec.findDecoder>[0],
  prepare: (context: CodecContext) => void = () => {},
): { context: CodecContext; packet: Packet } {
  const codec = Codec.findDecoder(id);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.threadCount = 1;
  context.setOption('max_pixels', String(MAX_IMAGE_PIXELS));
  prepare(context);
  FFmpegError.throwIfError(context.open2Sync(codec), 'open a decoder of pictures');
  const packet = new Packet();
  packet.alloc();
  return { context, packet };
}

function receive(context: CodecContext): Frame | null {
  const frame = new Frame();
  frame.alloc();
  if (context.receiveFrameSync(frame) >= 0) return frame;
  frame.free();
  return null;
}

/** @returns null where the decoder met a fault */
function receiveAll(context: CodecContext): Frame[] | null {
  const frames: Frame[] = [];
  for (;;) {
    const frame = new Frame();
    frame.alloc();
    const code = context.receiveFrameSync(frame);
    if (code >= 0) {
      frames.push(frame);
      continue;
    }
    frame.free();
    return code === AVERROR_EAGAIN || code === AVERROR_EOF || frames.length > 0 ? frames : null;
  }
}

/** Red, green and blue of a decoded picture, 8 bits each, scaled to a size or as it is. */
export function toPixels(frame: Frame, size: { width: number; height: number } = frame): Buffer {
  const scaler = new SoftwareScaleContext();
  const { width, height } = size;
  scaler.getContext(frame.width, frame.height, frame.format as never, width, height, AV_PIX_FMT_RGB24);
  const pixels = Buffer.alloc(width * height * 3);
  try {
    const rows = scaler.scaleSync(frame.data ?? [], frame.linesize, 0, frame.height, [pixels], [width * 3]);
    FFmpegError.throwIfError(rows, 'convert a picture');
  } finally {
    scaler.freeContext();
  }
  return pixels;
}
