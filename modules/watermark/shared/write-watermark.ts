import { drawTile, TILE } from './tile.ts';

/** Sides of the blocks whose liveliness and brightness decide how strong the mark may be there. */
const BLOCK = 8;
/** Standard deviations of the mark, in steps of luma, from calm blocks to lively ones, which hide more. */
const STRENGTHS = [1.2, 1.4, 1.6, 1.9, 2.2];
/** The mean difference between neighbours from which on a block takes the next strength. */
const LIVELINESS = [1.2, 2.4, 4.5, 8];
/** Blocks up to this index are calm: nothing hides the mark there, and eyes that a bright area has adapted see most of it. */
const LAST_CALM = 1;
/** The mean luma from which on calm blocks take less of it, and how much. */
const BRIGHTNESS = [120, 170];
const BRIGHT_PARTS = [1, 0.9, 0.8];

/** Luma of a frame, changed in place. */
export interface LumaPlane {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** bytes from one row to the next */
  stride: number;
}

/** Adds the watermark of an id to frames. */
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

/** Index of the strength that a block takes, by the differences along two of its rows and two of its columns. */
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

/** Index of a block's brightness, by sixteen of its pixels. */
function brightnessOf({ data, width, height, stride }: LumaPlane, left: number, top: number): number {
  let sum = 0;
  for (let y = 1; y < BLOCK; y += 2) {
    const row = Math.min(top + y, height - 1) * stride;
    for (let x = 1; x < BLOCK; x += 2) sum += data[row + Math.min(left + x, width - 1)] as number;
  }
  return indexIn(BRIGHTNESS, (sum * 4) / BLOCK ** 2);
}

/** Number of the steps that a value has passed. */
function indexIn(steps: readonly number[], value: number): number {
  let index = 0;
  while (index < steps.length && value > (steps[index] as number)) index += 1;
  return index;
}
