import { createRandom, type Random } from '../../../generator/random.ts';

/** Scene seconds in which lightning flashes once. */
export const FLASH_INTERVAL = 3.4;
/** Added to a scene's seed for its lightning. */
export const LIGHTNING_SALT = 15;

interface Flash {
  /** in scene seconds */
  start: number;
  /** position across the picture, 0–1 */
  x: number;
  /** for the bolt's shape */
  random: Random;
}

/** The flash of an interval, counted from 0: drawn by the sky, and heard as thunder. */
export function flashOf(seed: number, turn: number): Flash {
  const random = createRandom(seed + turn * 977);
  const start = turn * FLASH_INTERVAL + random() * 1.8;
  return { start, x: 0.12 + random() * 0.76, random };
}
