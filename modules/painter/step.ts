import type { Painting } from './surface.ts';

/** One piece of preparation; cost is a rough number of milliseconds for it, or for each of its parts. */
export interface Step {
  cost: number;
  make(): Painting;
}

export type Add = (cost: number, make: () => Painting) => void;
