import { createLightning } from '../layers/sky/air.ts';
import { createAurora } from '../layers/sky/aurora.ts';
import {
  createMeteors,
  createMoons,
  createRainbow,
  createStars,
  createSun,
} from '../layers/sky/celestial.ts';
import { createClouds } from '../layers/sky/clouds.ts';
import { LIGHTNING_SALT } from '../layers/sky/flashes.ts';
import { createNebula } from '../layers/sky/nebula.ts';
import { createPlanet } from '../layers/sky/planet.ts';
import { createSky } from '../layers/sky/sky.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';

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
