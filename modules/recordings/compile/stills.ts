import sharp, { type Sharp } from 'sharp';
import { MAX_IMAGE_PIXELS } from '../../kit/images/image-order.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import { STILL_POSITIONS } from '../contract/still-positions.ts';
import type { PixelMark } from '../marks/pixel-mark.ts';

const THUMBNAIL_WIDTH = 440;
const THUMBNAIL_HEIGHT = Math.round((THUMBNAIL_WIDTH * FRAME_HEIGHT) / FRAME_WIDTH);
/** Standard deviation of brightness (0–255) below which a frame is nearly one colour, such as a fade or a blank. */
const FLAT = 12;
const MEASURED_WIDTH = 160;
/** Accepts frames that only the video decoder considers valid, and shows as much of them as possible. */
const READING = { failOn: 'none', limitInputPixels: MAX_IMAGE_PIXELS } as const;
const FITTING = { fit: 'contain', background: 'black' } as const;

/** Candidate output frames, best first. */
export const stillSlots = (slots: number): number[] =>
  STILL_POSITIONS.map((part) => Math.floor(part * slots));

/**
 * Collects candidates for a still while the video is written.
 * @param slots approximate number of output frames
 */
export function createStillPicker(slots: number) {
  const wanted = stillSlots(slots).map((slot) => ({ slot, jpeg: null as Buffer | null }));
  return {
    /** Takes each decodable frame in order, with the first output frame that shows it. */
    offer(jpeg: Buffer, slot: number): void {
      // A candidate is the last frame that starts at or before its position.
      const takers = wanted.filter((still) => still.jpeg === null || slot <= still.slot);
      // Copy, since a slice would keep the tape's whole read-ahead block in memory.
      const copy = takers.length > 0 ? Buffer.from(jpeg) : null;
      for (const still of takers) still.jpeg = copy;
    },
    /** Returns the first candidate with enough contrast, or the one with the most; null if there are none. */
    async pick(): Promise<Buffer | null> {
      let best: { jpeg: Buffer; contrast: number } | null = null;
      // In a short dream, several candidates may be the same frame.
      for (const jpeg of new Set(wanted.map((still) => still.jpeg))) {
        const contrast = jpeg && (await measureContrast(jpeg));
        if (jpeg === null || contrast === null) continue;
        if (contrast >= FLAT) return jpeg;
        if (best === null || contrast > best.contrast) best = { jpeg, contrast };
      }
      return best?.jpeg ?? null;
    },
  };
}

export function drawThumbnail(jpeg: Buffer, xmp: string | null): Promise<Buffer> {
  return drawStill(jpeg, xmp, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
}

export async function drawPoster(jpeg: Buffer, xmp: string | null, mark: PixelMark | null): Promise<Buffer> {
  if (mark === null) return drawStill(jpeg, xmp, FRAME_WIDTH, FRAME_HEIGHT);
  const [width, height] = [FRAME_WIDTH, FRAME_HEIGHT];
  const still = sharp(jpeg, READING).resize(width, height, FITTING).toColourspace('srgb').removeAlpha();
  const pixels = await still.raw().toBuffer();
  await mark.markImage({ pixels, width, height });
  return toStill(sharp(pixels, { raw: { width, height, channels: 3 } }), xmp);
}

function drawStill(jpeg: Buffer, xmp: string | null, width: number, height: number): Promise<Buffer> {
  return toStill(sharp(jpeg, READING).resize(width, height, FITTING), xmp);
}

function toStill(image: Sharp, xmp: string | null): Promise<Buffer> {
  const still = image.jpeg({ quality: 82, progressive: true });
  return (xmp ? still.withXmp(xmp) : still).toBuffer();
}

/** Null if only the video decoder accepts the frame. */
async function measureContrast(jpeg: Buffer): Promise<number | null> {
  // Scaled down: enough to detect flat frames, and an eighth of the decoding time.
  const small = sharp(jpeg, READING).resize(MEASURED_WIDTH).toColourspace('b-w').raw();
  return small.toBuffer().then(deviation, () => null);
}

function deviation(values: Uint8Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
