import type { VideoEncoders, VideoFormat } from '../../../generator/video-coder.ts';
import { CODEC } from '../../../protocol/codecs.ts';
import type { PlayerVideo } from '../../player/player.ts';
import { canEncodeVideo, openVideo } from './encode-video.ts';

/** The encoders that this browser has. */
export const findEncoders = async (format: VideoFormat): Promise<VideoEncoders<PlayerVideo>> => ({
  [CODEC.h264]: (await canEncodeVideo(format)) ? openVideo : null,
});
