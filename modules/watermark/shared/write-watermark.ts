import { drawTile, TILE } from './tile.ts';

/** Sides of the blocks whose liveliness decides how strong the mark may be there. */
const BLOCK = 8;
/** Standard deviations of the mark, in steps of luma, from calm blocks to lively ones. */
const STRENGTHS = [1.25, 1.4, 1.55, 1.7, 1.9];
/** The mean difference between neighbours from which on a block takes the next strength. */
const LIVELINESS = [1.2, 2.4, 4.5, 8];

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
  const tiles = STRENGTHS.map((strength) => Int8Array.from(tile, (value) => Math.round(value * strength)));
  return (plane) => {
    for (let top = 0; top < plane.height; top += BLOCK)
      for (let left = 0; left < plane.width; left += BLOCK)
        markBlock(plane, left, top, tiles[strengthOf(plane, left, top)] as Int8Array);
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
  const mean = sum / (4 * (BLOCK - 1));
  let index = 0;
  while (index < LIVELINESS.length && mean > (LIVELINESS[index] as number)) index += 1;
  return index;
}
