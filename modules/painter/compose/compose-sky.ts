import { createEarth } from '../layers/land/earth.ts';
import { createLunarLand } from '../layers/land/lunar-land.ts';
import { createTerrain } from '../layers/land/terrain.ts';
import { createFog, createLightning, createRain, createSnow } from '../layers/sky/air.ts';
import { createAurora } from '../layers/sky/aurora.ts';
import {
  createMeteors,
  createMoons,
  createRainbow,
  createStars,
  createSun,
} from '../layers/sky/celestial.ts';
import { createCloudBank } from '../layers/sky/cloud-sea.ts';
import { createClouds } from '../layers/sky/clouds.ts';
import { LIGHTNING_SALT } from '../layers/sky/flashes.ts';
import { createNebula } from '../layers/sky/nebula.ts';
import { createPlanet } from '../layers/sky/planet.ts';
import { createSky } from '../layers/sky/sky.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { createSurface, HEIGHT, WIDTH } from '../surface.ts';
import { addSubjects } from './compose-subjects.ts';
import { addSwarms } from './compose-swarms.ts';

/** Above the clouds: open sky, heaped cloud banks, and anything that floats between them. */
export function composeSky(spec: SceneSpec, palette: Palette, seed: number, add: Add): void {
  addSky({ ...spec, clouds: Math.min(0.5, spec.clouds * 0.7) }, palette, seed, 560, add);
  const bank = (topY: number, heap: number, haze: number, drift: number, salt: number, to = add) =>
    to(11, () =>
      createCloudBank(palette, { topY, heap, haze, drift: drift * (1 + spec.wind), seed: seed + salt }),
    );
  if (spec.clouds > 0.05) {
    bank(500, 90, 0.62, 3, 51);
    bank(560, 130, 0.3, 6, 52);
  }
  const addNear = nearby(add);
  addSubjects(spec, palette, seed, 430, addNear);
  addSwarms(spec, palette, seed, 480, addNear);
  if (spec.clouds > 0.05) bank(652, 150, 0.02, 12, 53, addNear);
  if (spec.fog > 0.05) addNear(1, () => createFog(palette.haze, 240, HEIGHT, spec.fog, seed + 56));
  if (spec.rain > 0.05)
    addNear(2, () => createRain(spec.rain, spec.wind, palette.cloudLit, seed + 54, spec.upward));
  if (spec.snow > 0.25) addNear(2, () => createSnow(spec.snow, spec.wind, seed + 55, spec.upward));
}

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

/** Everything above the horizon, from the stars to the clouds. */
export function addSky(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  const has = (name: SceneSpec['celestials'][number]) => spec.celestials.includes(name);
  add(12, () => createSky(palette, horizonY, seed));
  if (has('nebula') || has('galaxy')) add(10, () => createNebula(spec, seed + 3, 0.75));
  if (has('stars')) {
    const amount = Math.min(900, 60 + 8 * (spec.counts.stars ?? 45));
    const band = palette.night ? 0.5 : 0.15;
    add(11, () => createStars(amount, horizonY, seed + 5, palette.halo, band, spec.colours.stars));
  }
  if (has('aurora')) add(5, () => createAurora(spec, horizonY, seed + 7));
  if (has('meteors')) add(1, () => createMeteors(spec.counts.meteors ?? 4, horizonY, seed + 9));
  if (has('planet')) add(18, () => createPlanet(palette, spec.colours.planet, seed % 2 === 0, seed + 10));
  if (has('sun')) add(8, () => createSun(palette, horizonY, spec.scale > 1.4 ? 1.5 : 1));
  if (has('moon')) {
    const count = spec.counts.moon ?? 1;
    add(8, () => createMoons(palette, count, spec.colours.moon, seed + 11));
  }
  if (spec.clouds > 0.02) {
    const drift = 5 + spec.wind * 22;
    add(2, () =>
      createClouds(palette, { cover: spec.clouds, horizonY, drift, seed: seed + 13, swirl: spec.swirl }),
    );
  }
  if (has('rainbow')) add(4, () => createRainbow(horizonY, palette));
  if (has('lightning')) add(1, () => createLightning(horizonY, seed + LIGHTNING_SALT));
}
