import type { H264Encoder, OpenVideo } from '../../generator/video-coder.ts';

/** By FFmpeg's libraries, which are loaded with the first video. */
export const openVideo: OpenVideo<H264Encoder> = async (format) =>
  (await import('./h264-encoder.ts')).openH264Encoder(format);
