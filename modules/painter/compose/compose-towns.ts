import { createRandom } from '../../generator/random.ts';
import { createBuilding } from '../layers/built/buildings.ts';
import { createSkyline, createStreetLights } from '../layers/built/city.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';
import { WIDTH } from '../surface.ts';
import { addTerrain } from './compose-terrain.ts';

/** A skyline in three depths, or four in a street, with lights at its foot. */
export function addCity(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  const neon = spec.materials.includes('neon');
  const street = spec.ground === 'street';
  const row = (height: number, width: number, haze: number, valley: number, gap: number, salt: number) => ({
    baseY: horizonY + 2,
    height: height * Math.min(1.5, Math.max(0.5, spec.scale)),
    width,
    haze: Math.min(0.92, haze + spec.fog * 0.3),
    seed: seed + salt,
    valley,
    gap,
  });
  const far = [row(210, 44, 0.45, 0.1, 0, 61), row(300, 66, 0.38, 0.3, 0, 62)];
  const near = row(street ? 460 : 330, 104, 0.1, 0.62, street ? 0.2 : 0.1, 63);
  add(20, () => createSkyline(spec, palette, far, 0.3));
  add(12, () => createSkyline(spec, palette, [near], 0.6));
  if (street) add(12, () => createSkyline(spec, palette, [row(900, 190, 0, 0.5, 0.62, 64)], 1));
  if (spec.lamps ?? (palette.night || spec.time === 'dusk'))
    add(3, () => createStreetLights(palette, horizonY - 4, neon, seed + 65));
}

/** A hillside with scattered houses, their windows lit towards evening. */
export function addVillage(
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  horizonY: number,
  add: Add,
): void {
  if (!spec.backdrops.includes('hills') && !spec.backdrops.includes('mountains')) {
    addTerrain('hills', spec, palette, seed, horizonY, add);
  }
  const random = createRandom(seed + 66);
  const roofs = ['#b0523a', '#7a4a3a', '#8f5f42', '#5f6a80'];
  for (let i = 0; i < 13; i++) {
    const near = i / 12;
    const x = (((i * 0.381 + random() * 0.08) % 1) * 0.9 + 0.05) * WIDTH;
    const house = {
      ...spec,
      colours: { ...spec.colours, house: spec.colours.village ?? roofs[i % 4] ?? '#b0523a' },
    };
    add(
      3,
      () =>
        createBuilding('house', house, palette, x, horizonY + 14 + near * 92, 0.12 + near * 0.2) ?? {
          draw: () => {},
        },
    );
  }
}
