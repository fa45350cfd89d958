import { readsPixels } from '../../../modules/kit/browser/reads-pixels.ts';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../../../modules/stream/contract/limits.ts';

/** Twice the frame size, which leaves room for cropping. */
const LONG_SIDE = 2560;

/**
 * Shrinks photos with more pixels than the server accepts. Images that this browser can't read are sent as they are.
 */
export async function withinLimits(image: Blob): Promise<Blob> {
  try {
    if (!readsPixels()) return image;
    const bitmap = await createImageBitmap(image);
    const { width, height } = bitmap;
    if (width * height <= IMAGE_MAX_PIXELS && image.size <= IMAGE_MAX_BYTES) return image;
    const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await new Promise<Blob>((resolve) =>
      canvas.toBlob((smaller) => resolve(smaller ?? image), 'image/jpeg', 0.9),
    );
  } catch {
    return image;
  }
}
