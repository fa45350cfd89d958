import { hex, mix, type Rgb } from '../colour.ts';
import { createNave } from '../layers/built/nave.ts';
import { createRoom, FURNITURE } from '../layers/built/room.ts';
import { createCrystals } from '../layers/built/wonders.ts';
import { createParticles } from '../layers/effects/particles.ts';
import { createCaveWall } from '../layers/land/cave.ts';
import { createFog, createRain, createSnow } from '../layers/sky/air.ts';
import { createSky } from '../layers/sky/sky.ts';
import { createWater } from '../layers/water/water.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec, Swarm } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { HEIGHT } from '../surface.ts';
import { composeLand, waterBody } from './compose-land.ts';
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

/** A cave: rings of rock around a distant light, a still pool, and anything that glows. */
export function composeCave(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  const asked = spec.tints[0];
  const crystals =
    spec.materials.includes('crystal') || spec.materials.includes('ice') || spec.subjects.includes('crystal');
  const glow: Rgb = asked
    ? hex(asked)
    : crystals
      ? mix(palette.accents[0] as Rgb, [190, 200, 255], 0.35)
      : palette.halo;
  const inside = { ...palette, lightY: 0.42, lightX: 0.5, halo: mix(glow, palette.light, 0.35) };
  add(12, () => createSky(inside, 480, seed));
  const wall = (opening: number, far: number, depth: number, salt: number) =>
    add(8, () => createCaveWall(inside, { opening, far, glow, depth, seed: seed + salt }));
  wall(0.4, 1, 0.2, 1);
  add(1, () => createFog(mix(glow, palette.haze, 0.5), 180, 560, 0.35 + spec.fog * 0.5, seed + 2));
  add(7, () =>
    createWater(inside, {
      shoreY: 500,
      swell: 0.1 * spec.scale,
      body: waterBody(spec, inside),
      gloss: 0.6,
      seed: seed + 3,
    }),
  );
  wall(0.68, 0.5, 0.5, 4);
  if (crystals) {
    add(6, () => createCrystals(spec, inside, 270, 620, 0.62, seed + 5));
    add(6, () => createCrystals(spec, inside, 1030, 650, 0.8, seed + 6));
  }
  const addNear = nearby(add);
  addSubjects(
    { ...spec, subjects: spec.subjects.filter((subject) => subject !== 'crystal') },
    inside,
    seed,
    520,
    addNear,
  );
  addSwarms(spec, palette, seed, 400, addNear);
  wall(1.04, 0.1, 1, 7);
  const dust = createParticles('dust', spec, palette, seed + 8);
  if (dust) addNear(1, () => dust);
  if (spec.fog > 0.3) addNear(1, () => createFog(palette.haze, 300, HEIGHT, spec.fog * 0.5, seed + 9));
}
