import { encodeJpeg } from '../../player/jpeg.ts';
import { decodeVideo } from '../kit/decode-video.ts';

const QUALITY = 95;

/** Encodes an image as a JPEG in a data URI. */
export async function imageUri(image: {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}): Promise<string> {
  const { pixels, width, height } = image;
  const jpeg = await encodeJpeg(pixels, { width, height }, { width, height, quality: QUALITY });
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
}

/** A clip's last frame as a data URI; null if the clip is unreadable. */
export async function lastFrameUri(label: string, clip: readonly Uint8Array[]): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<Parameters<typeof imageUri>[0] | null>();
  let last: Parameters<typeof imageUri>[0] | null = null;
  const video = decodeVideo(
    'mp4',
    label,
    {
      images(burst) {
        last = burst.at(-1) ?? last;
      },
      ended: () => resolve(last),
      failed: () => resolve(null),
    },
    { isLastOnly: true },
  );
  for (const bytes of clip) video.write(bytes);
  video.next();
  const image = await promise;
  await video.end();
  return image && imageUri(image);
}
