import type { Painting } from './surface.ts';

/** One step of building a scene. `cost` is its approximate duration in ms, or that of each of its parts. */
export interface Step {
  cost: number;
  make(): Painting;
  /** in front of the land: the camera moves it more */
  near: boolean;
}

export type Add = (cost: number, make: () => Painting, near?: boolean) => void;

/** Adds layers that are near. */
export const nearby =
  (add: Add): Add =>
  (cost, make) =>
    add(cost, make, true);
