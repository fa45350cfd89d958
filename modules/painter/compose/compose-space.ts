import { createMeteors, createStars } from '../layers/sky/celestial.ts';
import { createNebula } from '../layers/sky/nebula.ts';
import { createPlanet } from '../layers/sky/planet.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { HEIGHT } from '../surface.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';

/** Open space: nebulae, stars, and anything that crosses it. */
export function composeSpace(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  add(10, () => createNebula(spec, seed, 1));
  if (spec.celestials.includes('stars'))
    add(6, () => createStars(520, HEIGHT, seed + 1, palette.halo, 0, spec.colours.stars));
  if (spec.celestials.includes('planet')) {
    add(18, () => createPlanet(palette, spec.colours.planet, spec.key % 2 === 0, seed + 3));
  }
  const addNear = nearby(add);
  addSubjects(spec, palette, seed, 430, addNear);
  addSwarms(spec, palette, seed, 560, addNear);
  if (spec.celestials.includes('meteors')) {
    add(1, () => createMeteors(spec.counts.meteors ?? 4, HEIGHT, seed + 2));
  }
}
