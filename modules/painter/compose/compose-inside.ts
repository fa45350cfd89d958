import { createNave } from '../layers/built/nave.ts';
import { createRoom, FURNITURE } from '../layers/built/room.ts';
import { createParticles } from '../layers/effects/particles.ts';
import { createFog, createRain, createSnow } from '../layers/sky/air.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec, Swarm } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';
import { HEIGHT } from '../surface.ts';
import { composeLand } from './compose-land.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';

/** The inside of a cathedral; the prompt's subjects stand in the aisle. */
export function composeNave(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  add(12, () => createNave(palette, seed));
  const subjects = spec.subjects.filter((subject) => subject !== 'cathedral' && subject !== 'church');
  addSubjects({ ...spec, subjects }, palette, seed, 560, add);
  addSwarms(spec, palette, seed, 420, add);
  const dust = createParticles('dust', spec, palette, seed + 8);
  if (dust) add(1, () => dust);
  if (spec.fog > 0.05) add(1, () => createFog(palette.haze, 320, HEIGHT, spec.fog, seed + 9));
  if (spec.rain > 0.05)
    add(2, () => createRain(spec.rain, spec.wind, [226, 232, 255], seed + 43, spec.upward));
  if (spec.snow > 0.25) add(2, () => createSnow(spec.snow, spec.wind, seed + 45, spec.upward));
}

/** Swarms that may fly inside a room; the rest are seen through its window. */
const INDOORS: readonly Swarm[] = [
  ...(['butterflies', 'fireflies', 'bubbles', 'sparkles', 'dust', 'balloons', 'lanterns', 'embers'] as const),
  ...(['seeds', 'jellyfish', 'fish', 'turtles'] as const),
];
/** Horizontal position of the light in the window, in picture widths. */
const IN_WINDOW = 0.46;

/** A room whose window looks out on the rest of the scene. */
export function composeRoom(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  const furniture = spec.subjects.filter((subject) => FURNITURE.includes(subject));
  const outside: SceneSpec = {
    ...spec,
    realm: 'land',
    subjects: [],
    swarms: spec.swarms.filter((swarm) => !INDOORS.includes(swarm)),
    backdrops: spec.backdrops.length > 0 ? spec.backdrops : ['hills'],
    ground: spec.ground ?? 'field',
  };
  // All of it is behind the wall.
  composeLand(outside, { ...palette, lightX: IN_WINDOW }, seed, (cost, make) => add(cost, make));
  add(12, () => createRoom(spec, palette, furniture, seed));
  const guests = spec.subjects.filter((subject) => !FURNITURE.includes(subject));
  addSubjects({ ...spec, subjects: guests }, palette, seed, 520, add);
  addSwarms(
    { ...spec, swarms: spec.swarms.filter((swarm) => INDOORS.includes(swarm)) },
    palette,
    seed,
    420,
    add,
  );
}
