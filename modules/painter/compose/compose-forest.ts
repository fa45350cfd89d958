import { mix } from '../colour.ts';
import { createLandscape } from '../layers/land/landscapes.ts';
import { createTerrain } from '../layers/land/terrain.ts';
import { leafColours, paintTree, treeKind } from '../layers/land/tree-sprites.ts';
import { createLitter, createStand } from '../layers/land/trees.ts';
import { createFog } from '../layers/sky/air.ts';
import { createShafts } from '../layers/sky/shafts.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';
import { HEIGHT, type Painting } from '../surface.ts';

/** Trees in five depths with fog between them; only a thin belt if the land is shared with something else. */
export function addForest(spec: SceneSpec, palette: Palette, seed: number, horizonY: number, add: Add): void {
  const air = { ...palette, haze: mix(palette.haze, palette.halo, 0.12) };
  const trees: ReturnType<typeof paintTree>[] = [];
  for (let i = 0; i < 4; i++) {
    add(12, () => {
      trees.push(paintTree(spec, palette, treeKind(spec), seed + 71 + i * 101));
      return { draw: () => {} };
    });
  }
  const mist = 0.28 + spec.fog * 0.34;
  const stand = (
    size: number,
    count: number,
    baseY: number,
    haze: number,
    depth: number,
    clearing: number,
    salt: number,
  ) =>
    add(9, () =>
      createStand(trees, air, {
        size: size * (0.4 + 0.6 * Math.min(1, spec.zoom)),
        count,
        baseY,
        haze: Math.min(0.95, haze),
        depth,
        clearing,
        seed: seed + salt,
      }),
    );
  const fog = (top: number, bottom: number, amount: number, salt: number) =>
    add(1, () => createFog(palette.haze, top, bottom, amount, seed + salt));
  if (spec.backdrops.length > 1 || spec.ground === 'water' || spec.ground === 'lake') {
    stand(150, 34, horizonY + 8, mist * 0.9, 0.3, 0, 72);
    stand(230, 18, horizonY + 20, mist * 0.45, 0.5, 0.12, 73);
    return;
  }
  add(5, () => createForestFloor(spec, palette, horizonY, seed));
  stand(250, 40, horizonY + 62, mist + 0.24, 0.15, 0, 72);
  stand(360, 22, horizonY + 88, mist + 0.08, 0.28, 0, 73);
  fog(horizonY - 200, horizonY + 150, spec.fog * 0.55 + 0.1, 74);
  add(5, () =>
    createLitter(leafColours(spec), palette, horizonY + 84, spec.season === 'autumn' ? 1500 : 260, seed + 74),
  );
  stand(500, 13, horizonY + 128, mist * 0.62, 0.45, 0.08, 75);
  stand(720, 8, horizonY + 200, mist * 0.26, 0.7, 0.17, 76);
  fog(horizonY - 90, HEIGHT, spec.fog * 0.3 + 0.06, 77);
  const shine = palette.night ? 0.3 : 0.55;
  add(3, () =>
    createShafts(mix(palette.light, palette.halo, palette.night ? 0.6 : 0), palette.lightX, shine, seed + 80),
  );
  stand(1250, 5, HEIGHT + 150, mist * 0.1, 1, 0.34, 78);
}

function createForestFloor(spec: SceneSpec, palette: Palette, horizonY: number, seed: number): Painting {
  const litter = spec.season === 'autumn' ? '#b0662c' : spec.season === 'winter' ? '#dfe6ee' : '#5f7a3c';
  const floor = { ...spec, colours: { ...spec.colours, field: spec.colours.field ?? litter } };
  return createTerrain(palette, createLandscape('hills', floor, palette, seed + 79), {
    horizonY: horizonY + 24,
    eye: 2,
    near: 1.7,
    far: 60,
    haze: 26 * (1 - spec.fog * 0.4),
    floor: -9,
    x: 12,
    z: 0,
  });
}
