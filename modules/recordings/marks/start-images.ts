import { digestStream } from '../../kit/storage/digest-stream.ts';
import type { Storage } from '../../kit/storage/storage.ts';
import { pictureKey } from '../contract/picture-key.ts';

/** A dream's start image as stored: cropped to the frame, without camera metadata. */
export interface StartImage {
  format: 'image/jpeg';
  /** SHA-256 of the bytes, base64url */
  sha256: string;
}

/** Returns those images that are still stored. @param digests as named in the dream's controls */
export async function findStartImages(
  storage: Pick<Storage, 'open'>,
  dreamId: string,
  digests: readonly string[],
): Promise<StartImage[]> {
  const found: StartImage[] = [];
  for (const digest of digests) {
    const file = await storage.open(pictureKey(dreamId, digest));
    if (!file) continue;
    found.push({ format: 'image/jpeg', sha256: await digestStream(file.stream, 'base64url') });
  }
  return found;
}
