import { drawTile, TILE } from './tile.ts';

/** Block size in pixels. A block's detail and brightness determine how strong its mark may be. */
const BLOCK = 8;
/** Standard deviation of the mark in luma levels, from smooth to detailed blocks, which hide more. */
const STRENGTHS = [1.2, 1.4, 1.6, 1.9, 2.2];
/** Mean differences between neighbours at which the next strength applies. */
const LIVELINESS = [1.2, 2.4, 4.5, 8];
/** Blocks up to this index are smooth. Nothing hides the mark there, and eyes adapted to a bright area see it best. */
const LAST_CALM = 1;
/** Mean luma from which smooth blocks get a weaker mark, and by how much. */
const BRIGHTNESS = [120, 170];
const BRIGHT_PARTS = [1, 0.9, 0.8];

/** Luma of a frame, changed in place. */
export interface LumaPlane {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** bytes per row */
  stride: number;
}

/** Returns a function that adds an id's watermark to frames. */
export function createWatermarkWriter(id: string): (plane: LumaPlane) => void {
  const tile = drawTile(id);
  const scaled = (strength: number) => Int8Array.from(tile, (value) => Math.round(value * strength));
  const tiles = STRENGTHS.map((strength, index) =>
    BRIGHT_PARTS.map((part) => scaled(index <= LAST_CALM ? strength * part : strength)),
  );
  return (plane) => {
    for (let top = 0; top < plane.height; top += BLOCK)
      for (let left = 0; left < plane.width; left += BLOCK) {
        const ofStrength = tiles[strengthOf(plane, left, top)] as Int8Array[];
        markBlock(plane, left, top, ofStrength[brightnessOf(plane, left, top)] as Int8Array);
      }
  };
}

function markBlock(
  { data, width, height, stride }: LumaPlane,
  left: number,
  top: number,
  tile: Int8Array,
): void {
  const right = Math.min(left + BLOCK, width);
  const bottom = Math.min(top + BLOCK, height);
  for (let y = top; y < bottom; y += 1) {
    const row = y * stride;
    const tileRow = (y & (TILE - 1)) * TILE;
    for (let x = left; x < right; x += 1) {
      const value = (data[row + x] as number) + (tile[tileRow + (x & (TILE - 1))] as number);
      data[row + x] = Math.max(0, Math.min(value, 255));
    }
  }
}

/** Index of a block's strength, from the differences along two rows and two columns. */
function strengthOf({ data, width, height, stride }: LumaPlane, left: number, top: number): number {
  if (left + BLOCK > width || top + BLOCK > height) return 0;
  let sum = 0;
  for (let step = 0; step < BLOCK - 1; step += 1) {
    const upper = (top + 2) * stride + left + step;
    const lower = (top + 5) * stride + left + step;
    const one = (top + step) * stride + left + 2;
    const other = (top + step) * stride + left + 5;
    sum += Math.abs((data[upper + 1] as number) - (data[upper] as number));
    sum += Math.abs((data[lower + 1] as number) - (data[lower] as number));
    sum += Math.abs((data[one + stride] as number) - (data[one] as number));
    sum += Math.abs((data[other + stride] as number) - (data[other] as number));
  }
  return indexIn(LIVELINESS, sum / (4 * (BLOCK - 1)));
}

/** Index of a block's brightness, from sixteen of its pixels. */
function brightnessOf({ data, width, height, stride }: LumaPlane, left: number, top: number): number {
  let sum = 0;
  for (let y = 1; y < BLOCK; y += 2) {
    const row = Math.min(top + y, height - 1) * stride;
    for (let x = 1; x < BLOCK; x += 2) sum += data[row + Math.min(left + x, width - 1)] as number;
  }
  return indexIn(BRIGHTNESS, (sum * 4) / BLOCK ** 2);
}

function indexIn(steps: readonly number[], value: number): number {
  let index = 0;
  while (index < steps.length && value > (steps[index] as number)) index += 1;
  return index;
}
