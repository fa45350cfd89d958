/** For processes that decode what came from outside: codecs may crash, and are never loaded into the server's. */
import { AV_CODEC_FLAG_LOW_DELAY, AV_PIX_FMT_RGB24 } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, SoftwareScaleContext } from 'node-av/lib';
import { MAX_IMAGE_PIXELS } from './image-order.ts';

/**
 * Opens a decoder of FFmpeg's for pictures that come one at a time; the caller frees each. A broken one gives null.
 * @param id `AV_CODEC_ID_…`
 */
export function openDecoder(id: Parameters<typeof Codec.findDecoder>[0]) {
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
