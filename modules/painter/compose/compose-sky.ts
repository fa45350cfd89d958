import { createFog, createRain, createSnow } from '../layers/sky/air.ts';
import { createCloudBank } from '../layers/sky/cloud-sea.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { type Add, nearby } from '../step.ts';
import { HEIGHT } from '../surface.ts';
import { addSky } from './compose-sky-dome.ts';
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
