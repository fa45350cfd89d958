import type { H264Encoder, OpenVideo } from '../../generator/video-coder.ts';

/** Loads FFmpeg's libraries when the first video starts. */
export const openVideo: OpenVideo<H264Encoder> = async (format) =>
  (await import('./h264-encoder.ts')).openH264Encoder(format);
