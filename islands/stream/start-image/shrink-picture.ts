import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS } from '../../../modules/stream/limits.ts';
import { readsPixels } from '../../browser/reads-pixels.ts';

/** Twice the frame size, which leaves room for cropping. */
const LONG_SIDE = 2560;

/**
 * Shrinks photos with more pixels than the server accepts. Images that this browser can't read are sent as they are.
 */
export async function withinLimits(picture: Blob): Promise<Blob> {
  try {
    if (!readsPixels()) return picture;
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    if (width * height <= PICTURE_MAX_PIXELS && picture.size <= PICTURE_MAX_BYTES) return picture;
    const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await new Promise<Blob>((resolve) =>
      canvas.toBlob((smaller) => resolve(smaller ?? picture), 'image/jpeg', 0.9),
    );
  } catch {
    return picture;
  }
}
