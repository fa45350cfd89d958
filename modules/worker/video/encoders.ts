import type { SyncVideoEncoder, VideoEncoders } from '../../generator/video-coder.ts';
import { CODEC } from '../../protocol/codecs.ts';

/** This program's encoders. FFmpeg's libraries are loaded when the first video starts. */
export const ENCODERS: VideoEncoders<SyncVideoEncoder> = {
  [CODEC.h264]: async (format) => (await import('./h264-encoder.ts')).openH264Encoder(format),
};
