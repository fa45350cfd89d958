import type { Painting } from './surface.ts';

/** One step of building a scene. `cost` is its approximate duration in ms, or that of each of its parts. */
export interface Step {
  cost: number;
  make(): Painting;
}

export type Add = (cost: number, make: () => Painting) => void;
