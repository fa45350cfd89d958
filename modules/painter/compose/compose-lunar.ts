import { createEarth } from '../layers/land/earth.ts';
import { createLunarLand } from '../layers/land/lunar-land.ts';
import { createTerrain } from '../layers/land/terrain.ts';
import { createMeteors, createStars } from '../layers/sky/celestial.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { createSurface, HEIGHT, WIDTH } from '../surface.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';

const HORIZON = 400;

/** On the moon: a sky that is black even by day, with the earth in it, above dust and craters. */
export function composeLunar(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  add(1, () => {
    const { canvas, context } = createSurface(WIDTH, HEIGHT);
    context.fillStyle = '#020308';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    return { draw: (target) => target.drawImage(canvas, 0, 0) };
  });
  if (spec.celestials.includes('stars'))
    add(6, () => createStars(420, HORIZON + 40, seed + 1, [200, 214, 255], 0.2, spec.colours.stars));
  if (spec.celestials.includes('meteors')) {
    add(1, () => createMeteors(spec.counts.meteors ?? 4, HORIZON, seed + 2));
  }
  if (spec.celestials.includes('planet'))
    add(8, () => createEarth(palette.lightX < 0.5 ? 330 : 950, 170, 84, seed + 3));
  add(7, () =>
    createTerrain(palette, createLunarLand(palette, seed + 4), {
      horizonY: HORIZON,
      eye: 1.5,
      near: 2,
      far: 60,
      haze: 1e6,
      floor: -9,
      x: 0,
      z: 0,
    }),
  );
  const addNear = nearby(add);
  addSubjects(spec, palette, seed, HORIZON + 90, addNear);
  addSwarms(spec, palette, seed, HORIZON, addNear);
}
