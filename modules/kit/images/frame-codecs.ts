/** Only for processes that decode untrusted input: codecs may crash, so the server never loads them. */
import {
  AV_CODEC_FLAG_LOW_DELAY,
  AV_PIX_FMT_RGB24,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_DECODER_MJPEG,
  type FFDecoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import { MAX_IMAGE_PIXELS } from './image-order.ts';

/** Opens a JPEG decoder. Returns null for a broken image; the caller frees each frame. */
export function openJpegDecoder(): (jpeg: Buffer) => Frame | null {
  const { context, packet } = open(FF_DECODER_MJPEG, (made) => {
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

/**
 * A video decoder as lenient as a browser's: it accepts frames that don't match their parameters, and truncated
 * messages.
 */
export type VideoDecoder = ReturnType<typeof openVideoDecoder>;

/** @param name FFmpeg's name of the decoder */
export function openVideoDecoder(name: string) {
  const { context, packet } = open(name);
  return {
    /**
     * Decodes an access unit. Frames come out in display order, possibly delayed, with the unit's id as `pts`; the caller
     * frees them.
     * @returns null if the unit can't be decoded; nothing can be until the next keyframe
     */
    decode(accessUnit: Buffer, id: number): Frame[] | null {
      packet.data = accessUnit;
      packet.pts = BigInt(id);
      if (context.sendPacketSync(packet) < 0) return null;
      return receiveAll(context);
    },
    /** Flushes the remaining frames; the next unit must be a keyframe. */
    drain(): Frame[] {
      context.sendPacketSync(null);
      const frames = receiveAll(context) ?? [];
      context.flushBuffers();
      return frames;
    },
  };
}

/** Opens a decoder for independent keyframes. Returns null for a broken one; the caller frees each frame. */
export function openKeyframeDecoder(name: string): (accessUnit: Buffer) => Frame | null {
  const decoder = openVideoDecoder(name);
  return (accessUnit) => {
    const [first, ...more] = [...(decoder.decode(accessUnit, 0) ?? []), ...decoder.drain()];
    for (const frame of more) frame.free();
    return first ?? null;
  };
}

function open(
  name: string,
  prepare: (context: CodecContext) => void = () => {},
): { context: CodecContext; packet: Packet } {
  const codec = findDecoder(name);
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

/** @throws if this build of FFmpeg doesn't have it */
export function findDecoder(name: string): Codec {
  const codec = Codec.findDecoderByName(name as FFDecoderCodec);
  if (!codec) throw new Error(`this build of FFmpeg has no decoder ${name}`);
  return codec;
}

function receive(context: CodecContext): Frame | null {
  const frame = new Frame();
  frame.alloc();
  if (context.receiveFrameSync(frame) >= 0) return frame;
  frame.free();
  return null;
}

/** @returns null if the decoder failed */
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

/** Converts a decoded frame to 8-bit RGB, optionally scaled. */
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
