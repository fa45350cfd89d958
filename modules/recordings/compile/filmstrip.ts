import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../kit/images/image-order.ts';

const MOMENTS = 10;
const WIDTH = 160;
const HEIGHT = 90;

/** Output frames in the middle of each part. */
export const momentSlots = (slots: number): number[] =>
  Array.from({ length: MOMENTS }, (_, part) => Math.floor(((part + 0.5) / MOMENTS) * slots));

/**
 * Collects evenly spaced frames while the video is written.
 * @param slots approximate number of output frames
 */
export function createMomentPicker(slots: number) {
  const wanted = momentSlots(slots);
  const kept: Buffer[] = [];
  let before: Buffer | null = null;
  return {
    /** Takes each decodable frame in order, with the first output frame that shows it. */
    offer(jpeg: Buffer, slot: number): void {
      // The previous frame was on screen at every moment before this slot.
      while (before !== null && (wanted[kept.length] ?? Number.POSITIVE_INFINITY) < slot) kept.push(before);
      // Copy, since a slice would keep the tape's whole read-ahead block in memory.
      before = kept.length < MOMENTS ? Buffer.from(jpeg) : null;
    },
    /** Returns the frame in the middle of each part; a part without frames repeats the one before. */
    pick(): Buffer[] {
      const last = before ?? kept.at(-1);
      while (last && kept.length < MOMENTS) kept.push(last);
      return kept;
    },
  };
}

/** Renders the moments side by side as one 1600 × 90 JPEG. A moment that can't be decoded repeats its neighbour. */
export async function drawFilmstrip(moments: readonly Buffer[], xmp: string | null): Promise<Buffer> {
  const drawn = await Promise.all(moments.map((jpeg) => drawMoment(jpeg).catch(() => null)));
  const parts = drawn.flatMap(
    (part, index) => part ?? drawn.slice(0, index).findLast(Boolean) ?? drawn.find(Boolean) ?? [],
  );
  const strip = sharp({
    create: { width: WIDTH * MOMENTS, height: HEIGHT, channels: 3, background: 'black' },
  })
    .composite(
      parts.map((input, index) => ({
        input,
        raw: { width: WIDTH, height: HEIGHT, channels: 3 as const },
        left: index * WIDTH,
        top: 0,
      })),
    )
    .jpeg({ quality: 78 });
  return (xmp ? strip.withXmp(xmp) : strip).toBuffer();
}

function drawMoment(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg, { failOn: 'none', limitInputPixels: MAX_IMAGE_PIXELS })
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
}
