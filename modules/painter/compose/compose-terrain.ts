import { createLandscape, type LandscapeName } from '../layers/land/landscapes.ts';
import { createTerrain } from '../layers/land/terrain.ts';
import type { Palette } from '../palette.ts';
import type { Backdrop, SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';

const TERRAINS: Partial<
  Record<
    Backdrop,
    { name: LandscapeName; eye: number; near: number; far: number; haze: number; step?: number }
  >
> = {
  mountains: { name: 'mountains', eye: 1.6, near: 9, far: 64, haze: 70 },
  hills: { name: 'hills', eye: 1.5, near: 4, far: 70, haze: 40 },
  dunes: { name: 'dunes', eye: 2.4, near: 1.6, far: 80, haze: 60, step: 1.004 },
  canyon: { name: 'canyon', eye: 1.7, near: 4, far: 60, haze: 48 },
  volcano: { name: 'volcano', eye: 1.9, near: 5, far: 40, haze: 80 },
  islands: { name: 'islands', eye: 1.1, near: 9, far: 60, haze: 45 },
  icebergs: { name: 'icebergs', eye: 1.1, near: 6, far: 60, haze: 50 },
};

/** Adds the land behind everything else; nothing for backdrops that aren't land. */
export function addTerrain(
  backdrop: Backdrop,
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  horizonY: number,
  add: Add,
): void {
  const terrain = TERRAINS[backdrop];
  if (!terrain) return;
  const wet =
    spec.ground === 'lava' || spec.ground === 'water' || spec.ground === 'lake' || spec.ground === 'street';
  add(7, () =>
    createTerrain(palette, createLandscape(terrain.name, spec, palette, seed + 21), {
      horizonY,
      // a wider view is a view from higher up
      eye: terrain.eye / Math.min(1, spec.zoom),
      near: terrain.near,
      far: terrain.far,
      haze: terrain.haze * (1 - spec.fog * 0.75),
      floor: wet ? 0 : -9,
      ...(terrain.step ? { step: terrain.step } : {}),
      x: 0,
      z: 0,
    }),
  );
}
