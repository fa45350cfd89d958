import type { Pixels } from '../kit/decode-image.ts';
import { decodeVideo } from '../kit/decode-video.ts';
import { jpegOf } from '../kit/jpeg-of.ts';

/** Encodes an image as a JPEG in a data URI. */
export const imageUri = async (image: Pixels): Promise<string> =>
  `data:image/jpeg;base64,${(await jpegOf(image)).toString('base64')}`;

/** A clip's last frame as a data URI; null if the clip is unreadable. */
export async function lastFrameUri(label: string, clip: readonly Uint8Array[]): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<Pixels | null>();
  let last: Pixels | null = null;
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
