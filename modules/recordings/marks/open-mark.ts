import { createWatermarkWriter } from '../../watermark/contract/write-watermark.ts';
import { holdsMark, markFrame, markPixels } from './mark-frame.ts';
import type { PixelMark } from './pixel-mark.ts';
import type { FileMarks } from './write-marks.ts';

/** Reverie's own watermark. */
export function ownMark(id: string): PixelMark {
  const write = createWatermarkWriter(id);
  return {
    markFrame: (frame) => markFrame(frame, write),
    markImage: (image) => markPixels(image, id),
    isIn: (frame) => holdsMark(frame, id),
  };
}

/**
 * Opens the configured watermark.
 * @returns `mark`: null if there is none; `fault`: why it's our own instead of TrustMark's
 */
export async function openMark(
  marks: Pick<FileMarks, 'watermark' | 'trustmark'> | null,
): Promise<{ mark: PixelMark | null; fault: string | null }> {
  const { watermark = null, trustmark = null } = marks ?? {};
  if (watermark === null) return { mark: null, fault: null };
  if (trustmark === null) return { mark: ownMark(watermark), fault: null };
  try {
    // Imported here because it loads ONNX Runtime, which compiling doesn't need otherwise.
    const { openTrustMark } = await import('./trustmark/trust-mark.ts');
    return { mark: await openTrustMark(watermark, trustmark), fault: null };
  } catch (error) {
    return { mark: ownMark(watermark), fault: (error as Error).message };
  }
}
