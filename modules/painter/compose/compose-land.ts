import { hex, mix, type Rgb, tint } from '../colour.ts';
import { createPlume } from '../layers/effects/plume.ts';
import { createFuji } from '../layers/land/fuji.ts';
import { createLandscape, type LandscapeName } from '../layers/land/landscapes.ts';
import { createLongRoad } from '../layers/land/road.ts';
import { createTerrain } from '../layers/land/terrain.ts';
import { createFog, createRain, createSnow } from '../layers/sky/air.ts';
import { createStarWater } from '../layers/sky/star-water.ts';
import { createWater } from '../layers/water/water.ts';
import { lit, type Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { HEIGHT } from '../surface.ts';
import { addForest } from './compose-forest.ts';
import { addNearLife } from './compose-meadow.ts';
import { addSky } from './compose-sky.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';
import { addTerrain } from './compose-terrain.ts';
import { addCity, addVillage } from './compose-towns.ts';

/** Sky, land and weather, from back to front. */
export function composeLand(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  const horizonY = chooseHorizon(spec);
  addSky(spec, palette, seed, horizonY, add);
  addFarLand(spec, palette, seed, horizonY, add);
  addGround(spec, palette, seed, horizonY, add);
  if (
    spec.ground === 'street' &&
    !spec.backdrops.includes('city') &&
    !spec.subjects.some((subject) => subject === 'car' || subject === 'bicycle')
  )
    add(4, () => createLongRoad(palette, horizonY + 30));
  const addNear = nearby(add);
  const isNear = (subject: SceneSpec['subjects'][number]) => subject === 'portrait' || subject === 'rose';
  addSubjects(
    { ...spec, subjects: spec.subjects.filter((subject) => !isNear(subject)) },
    palette,
    seed,
    horizonY + 60,
    addNear,
  );
  addNearLife(spec, palette, seed, horizonY, addNear);
  addSwarms(spec, palette, seed, horizonY, addNear);
  addSubjects({ ...spec, subjects: spec.subjects.filter(isNear) }, palette, seed, horizonY + 60, addNear);
  addWeather(spec, palette, seed, horizonY, addNear);
}

function chooseHorizon(spec: SceneSpec): number {
  if (spec.ground === 'water') return 388;
  if (spec.ground === 'lake' || spec.ground === 'street') return 430;
  return 400;
}

function addFarLand(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  for (const backdrop of spec.backdrops) {
    if (backdrop === 'village') addVillage(spec, palette, seed, horizonY, add);
    if (backdrop === 'city') addCity(spec, palette, seed, horizonY, add);
    if (backdrop === 'forest' || backdrop === 'jungle') addForest(spec, palette, seed, horizonY, add);
    if (backdrop === 'volcano') {
      const fire = hex(spec.colours.lava ?? spec.colours.volcano ?? '#ff7a24');
      const smoke = mix(palette.cloudShade, [62, 52, 56], 0.55);
      add(3, () =>
        createPlume(640, horizonY - 236 * Math.min(1.4, spec.scale), fire, smoke, spec.wind, seed + 20),
      );
    }
    if (backdrop === 'fuji') add(4, () => createFuji(palette, horizonY, seed + 22));
    addTerrain(backdrop, spec, palette, seed, horizonY, add);
  }
}

function addGround(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  if (
    spec.ground === 'water' ||
    spec.ground === 'lake' ||
    (spec.ground === 'street' && spec.backdrops.includes('city')) ||
    spec.ground === 'lava'
  ) {
    const calm = spec.ground === 'lake' ? 0.16 : spec.ground === 'street' ? 0.12 : 0.42;
    const swell = isFrozen(spec) ? 0.05 : calm * spec.scale * (0.6 + spec.speed * 0.4) + spec.wind * 0.25;
    add(7, () =>
      createWater(palette, {
        shoreY: horizonY,
        swell,
        grain: 1 / Math.min(1, spec.zoom),
        body: waterBody(spec, palette),
        gloss: spec.ground === 'street' ? 1 : 0.1,
        ember: spec.ground === 'lava' ? 1 : 0,
        seed: seed + 31,
      }),
    );
    if (spec.celestials.includes('galaxy') && (spec.ground === 'lake' || spec.ground === 'water')) {
      add(3, () => createStarWater(horizonY, seed + 32));
    }
    return;
  }
  const covered = spec.backdrops.some((backdrop) => backdrop === 'dunes' || backdrop === 'hills');
  if (covered && spec.ground !== 'snow') return;
  if (spec.backdrops.includes('forest') || spec.backdrops.includes('jungle')) return;
  if (spec.backdrops.includes('volcano') || spec.backdrops.includes('canyon')) return;
  const name: LandscapeName = spec.ground === 'snow' ? 'snow' : spec.ground === 'sand' ? 'dunes' : 'hills';
  add(7, () =>
    createTerrain(palette, createLandscape(name, spec, palette, seed + 33), {
      horizonY: horizonY + 40,
      eye: 2,
      near: 1.8,
      far: 14,
      haze: 60 * (1 - spec.fog * 0.75),
      floor: -9,
      x: 40,
      z: 0,
    }),
  );
}

const isFrozen = ({ materials, ground }: SceneSpec) =>
  materials.includes('ice') && (ground === 'lake' || ground === 'water');

export function waterBody(spec: SceneSpec, palette: Palette): Rgb {
  if (spec.ground === 'lava') return hex(spec.colours.lava ?? '#e8501a');
  const asked = spec.colours.water ?? spec.colours.lake;
  const natural = mix(palette.shade, mix(palette.upper, [20, 60, 80], 0.5), 0.5);
  if (isFrozen(spec)) return mix(natural, lit([222, 236, 246], palette), 0.75);
  return asked ? mix(tint(natural, hex(asked), 0.9), hex(asked), 0.35) : natural;
}

export function addWeather(
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  horizonY: number,
  add: Add,
): void {
  // in a forest, the fog already hangs between the rows of trees
  const wooded = spec.backdrops.includes('forest') || spec.backdrops.includes('jungle');
  if (spec.fog > 0.05 && !wooded) {
    add(1, () =>
      createFog(palette.haze, horizonY - 190, HEIGHT - 60, Math.min(1, spec.fog * 1.1), seed + 41),
    );
  }
  if (spec.rain > 0.05)
    add(2, () =>
      createRain(spec.rain, spec.wind, mix(palette.haze, [225, 235, 255], 0.6), seed + 43, spec.upward),
    );
  if (spec.snow > 0.25) add(2, () => createSnow(spec.snow, spec.wind, seed + 45, spec.upward));
}
