import { createHash } from 'node:crypto';
import { AppError } from '../../../src/kit/errors.ts';
import type { Storage } from '../../../src/kit/storage.ts';
import { PICTURE_MAX_BYTES } from '../limits.ts';
import { pictureName } from '../shared/controls.ts';

/** As large as what is drawn of it. */
const SIZE = { width: 1280, height: 720 };
/** What claims to be larger is a bomb. */
const MAX_PIXELS = 64 * 1024 * 1024;
const LEAST_SIDE = 32;
/** Drawings that are programs, SVG and PDF, are none of them. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
/** Of one dream: who tries one after the other is not stopped, who fills the disk is. */
const PICTURES_MAX = 20;

export interface KeptPicture {
  /** what the control stands at: `picture:` and the digest of the picture */
  name: string;
  /** for the worker */
  dataUri: string;
}

/**
 * Keeps a picture that a dream shall begin with: upright, cut to 16 : 9, without the place and time that cameras write into it.
 * @throws AppError 413 when it is too large or the dream has too many, 415 when it is no picture
 */
export async function keepPicture(storage: Storage, dreamId: string, path: string): Promise<KeptPicture> {
  const jpeg = await fitPicture(path);
  const digest = createHash('sha256').update(jpeg).digest('hex').slice(0, 32);
  const key = pictureKey(dreamId, digest);
  const kept = await storage.list(`dreams/${dreamId}/picture-`);
  if (!kept.includes(key)) {
    if (kept.length >= PICTURES_MAX)
      throw new AppError(413, 'too-many', `A dream takes at most ${PICTURES_MAX} pictures.`);
    await storage.put(key, jpeg, 'image/jpeg');
  }
  return { name: pictureName(digest), dataUri: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
}

export const pictureKey = (dreamId: string, digest: string) => `dreams/${dreamId}/picture-${digest}.jpg`;

async function fitPicture(path: string): Promise<Buffer> {
  // Most starts never need the codecs.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, width, height } = await picture.metadata();
    if (!FORMATS.has(format)) throw notPicture();
    if (Math.min(width, height) < LEAST_SIDE) throw tooSmall();
    return await picture
      .rotate()
      .flatten({ background: 'black' })
      .resize(SIZE.width, SIZE.height, { fit: 'cover', position: 'attention' })
      .jpeg({ quality: 88 })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit/i.test((error as Error).message)) throw tooLarge();
    throw notPicture();
  }
}

const notPicture = () =>
  new AppError(415, 'not-picture', 'This is no picture that can be read. JPEG, PNG, WebP, AVIF and GIF are.');

const tooSmall = () => new AppError(415, 'too-small', `A picture has at least ${LEAST_SIDE} pixels a side.`);

export const tooLarge = () =>
  new AppError(413, 'too-large', `A picture has at most ${PICTURE_MAX_BYTES / 1024 / 1024} MiB.`);
