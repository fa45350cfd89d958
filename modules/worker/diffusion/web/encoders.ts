import type { VideoEncoders, VideoFormat } from '../../../generator/video-coder.ts';
import { CODEC } from '../../../protocol/codecs.ts';
import type { EncodeJpeg, PlayerVideo } from '../../player/player.ts';
import { canEncodeVideo, openVideo } from './encode-video.ts';
import { createFrameCanvas } from './frame-canvas.ts';

/** The encoders that this browser has. */
export const findEncoders = async (format: VideoFormat): Promise<VideoEncoders<PlayerVideo>> => ({
  [CODEC.h264]: (await canEncodeVideo(format)) ? openVideo : null,
});

export function createJpegEncoder(): EncodeJpeg {
  const draw = createFrameCanvas();
  return async (pixels, size, frame) => {
    const blob = await draw(pixels, size, frame).convertToBlob({
      type: 'image/jpeg',
      quality: frame.quality / 100,
    });
    // Browsers fall back to PNG for types they can't encode.
    if (blob.type !== 'image/jpeg') throw new Error('This browser writes no JPEGs.');
    return new Uint8Array(await blob.arrayBuffer());
  };
}
