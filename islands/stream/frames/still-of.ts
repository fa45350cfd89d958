import { PIXELS_CHANGED, readsPixels } from '../../../modules/kit/browser/reads-pixels.ts';
import { m } from '../../../modules/kit/texts/m.ts';

const JPEG_QUALITY = 0.92;

/** The current frame of a video as a JPEG. @throws Error if nothing is shown yet */
export async function stillOf(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  if (width === 0) throw new Error(m.stream_still_none());
  if (!readsPixels()) throw new Error(PIXELS_CHANGED);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(m.stream_still_unsupported()))),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  );
}
