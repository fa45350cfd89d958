import { createHash } from 'node:crypto';
import { AppError } from '../../kit/errors.ts';
import { type ImageFault, type ImageOrder, MAX_IMAGE_PIXELS } from '../../kit/images/image-order.ts';
import type { Images } from '../../kit/images/images.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { m } from '../../kit/texts/m.ts';
import { pictureName } from '../../protocol/controls.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { pictureKey } from '../../recordings/contract/picture-key.ts';
import type { Safety } from '../../safety/safety.ts';

const LEAST_SIDE = 32;
/** The size that is drawn, cropped where the image has least detail. */
const FRAME = {
  formats: ['jpeg', 'png', 'webp', 'avif', 'gif'],
  size: { width: FRAME_WIDTH, height: FRAME_HEIGHT },
  keep: 'attention',
  as: 'jpeg',
  quality: 88,
  leastSide: LEAST_SIDE,
} as const satisfies Omit<ImageOrder, 'source'>;
/** Per dream. Enough for someone trying out images, too few to fill the disk. */
const IMAGES_MAX = 20;

export interface KeptImage {
  /** the control's value: `picture:` plus the image's digest */
  name: string;
  /** sent to the worker */
  dataUri: string;
}

export interface ImageToKeep {
  dreamId: string;
  /** the owner */
  userId: string;
  /** the uploaded file */
  path: string;
}

/**
 * Stores a dream's start image: upright, cropped to 16:9, without EXIF location and time.
 * @throws AppError 400 if its content is rejected, 413 if it is too large or the dream has too many, 415 if it isn't an
 * image, 429 if too many are waiting
 */
export async function keepImage(
  { storage, images, safety }: { storage: Storage; images: Images; safety: Pick<Safety, 'imageFault'> },
  { dreamId, userId, path }: ImageToKeep,
): Promise<KeptImage> {
  const { jpeg, digest } = await drawImage({ images, safety }, { dreamId, userId, source: path });
  const key = pictureKey(dreamId, digest);
  const kept = await storage.list(`dreams/${dreamId}/picture-`);
  if (!kept.includes(key)) {
    if (kept.length >= IMAGES_MAX)
      throw new AppError(413, 'too-many', m.stream_upload_too_many({ max: IMAGES_MAX }));
    await storage.put(key, jpeg, 'image/jpeg');
  }
  return { name: pictureName(digest), dataUri: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
}

/**
 * An image as a generator gets it, and the digest that names it.
 * @throws AppError as above
 */
export async function drawImage(
  { images, safety }: { images: Images; safety: Pick<Safety, 'imageFault'> },
  { dreamId, userId, source }: Omit<ImageToKeep, 'path'> & { source: string | Uint8Array },
): Promise<{ jpeg: Buffer; digest: string }> {
  const drawn = await images.draw(userId, { source, ...FRAME });
  if (typeof drawn === 'string') throw refusal(drawn);
  const jpeg = Buffer.from(drawn.bytes);
  const refused = await safety.imageFault({ id: dreamId, userId }, jpeg);
  if (refused) throw new AppError(400, 'unsafe', refused);
  return { jpeg, digest: createHash('sha256').update(jpeg).digest('hex').slice(0, 32) };
}

const MEGAPIXELS = Math.floor(MAX_IMAGE_PIXELS / 1_000_000);

const REFUSALS: Record<ImageFault, [status: 413 | 415, text: () => string]> = {
  unreadable: [415, m.stream_upload_unreadable],
  format: [415, m.stream_upload_unreadable],
  'too-small': [415, () => m.stream_upload_too_small({ pixels: LEAST_SIDE })],
  'too-large': [413, () => m.stream_upload_too_large({ megapixels: MEGAPIXELS })],
  'too-narrow': [415, m.stream_upload_too_narrow],
  'too-heavy': [415, m.stream_upload_too_heavy],
};

function refusal(fault: ImageFault): AppError {
  const [status, text] = REFUSALS[fault];
  return new AppError(status, 'not-picture', text());
}
