import { createParticles } from '../layers/effects/particles.ts';
import { createDeepWater, createReef, createWeed, deepColours } from '../layers/water/deep-water.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';

/** Below the surface: light from above, reefs in three depths, and life between them. */
export function composeUnderwater(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  const colours = deepColours(spec, palette);
  const corals = spec.swarms.includes('corals') ? 1 : 0.45;
  const reef = (
    topY: number,
    rough: number,
    coral: number,
    count: number,
    haze: number,
    depth: number,
    salt: number,
    to = add,
  ) =>
    to(24, () =>
      createReef(spec, colours, {
        topY,
        rough,
        coral,
        count: Math.round(count * corals),
        haze,
        depth,
        seed: seed + salt,
      }),
    );
  add(2, () => createDeepWater(colours, seed + 1));
  reef(520, 130, 46, 40, 0.74, 0.2, 2);
  const addNear = nearby(add);
  addSubjects(spec, palette, seed, 600, addNear);
  reef(592, 96, 88, 48, 0.42, 0.5, 3, addNear);
  addSwarms(spec, palette, seed, 480, addNear);
  reef(672, 80, 150, 36, 0.06, 1, 4, addNear);
  addNear(1, () => createWeed(colours, seed + 5));
  const bubbles = createParticles('bubbles', spec, palette, seed + 6);
  const dust = createParticles('dust', spec, palette, seed + 7);
  for (const layer of [dust, spec.swarms.includes('bubbles') ? null : bubbles]) {
    if (layer) addNear(1, () => layer);
  }
}
