import { createWatermarkWriter } from '../../watermark/shared/write-watermark.ts';
import { holdsMark, markFrame, markPixels } from './mark-frame.ts';
import type { PixelMark } from './pixel-mark.ts';
import type { FileMarks } from './write-marks.ts';

/** This program's own. */
export function ownMark(id: string): PixelMark {
  const write = createWatermarkWriter(id);
  return {
    markFrame: (frame) => markFrame(frame, write),
    markImage: (image) => markPixels(image, id),
    isIn: (frame) => holdsMark(frame, id),
  };
}

/**
 * The watermark that these marks ask for.
 * @returns null where they ask for none; `fault`: why it is our own in TrustMark's place
 */
export async function openMark(
  marks: Pick<FileMarks, 'watermark' | 'trustmark'> | null,
): Promise<{ mark: PixelMark | null; fault: string | null }> {
  const { watermark = null, trustmark = null } = marks ?? {};
  if (watermark === null) return { mark: null, fault: null };
  if (trustmark === null) return { mark: ownMark(watermark), fault: null };
  try {
    // With ONNX Runtime, which nothing else of a compile needs.
    const { openTrustMark } = await import('./trustmark/trust-mark.ts');
    return { mark: await openTrustMark(watermark, trustmark), fault: null };
  } catch (error) {
    return { mark: ownMark(watermark), fault: (error as Error).message };
  }
}
