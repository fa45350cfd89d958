import { bloomOf } from '../layers/land/blooms.ts';
import { createMeadow, paintFlowers } from '../layers/land/flowers.ts';
import { createShore } from '../layers/land/shore.ts';
import { paintTree, treeKind } from '../layers/land/tree-sprites.ts';
import { createStand } from '../layers/land/trees.ts';
import { createShafts } from '../layers/sky/shafts.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';

/** Plants in the foreground. */
export function addNearLife(
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  horizonY: number,
  add: Add,
): void {
  if (spec.swarms.includes('trees')) {
    const wet = spec.ground === 'water' || spec.ground === 'lake';
    if (wet) add(4, () => createShore(spec, palette, horizonY + 134, seed + 91));
    add(10, () =>
      createStand([paintTree(spec, palette, treeKind(spec), seed + 89)], palette, {
        size: 260,
        count: Math.min(30, spec.counts.trees ?? 7),
        baseY: horizonY + (wet ? 184 : 70),
        haze: 0.1 + spec.fog * 0.4,
        depth: 0.5,
        seed: seed + 90,
      }),
    );
  }
  if (spec.ground !== 'field' || spec.season === 'winter') return;
  let flowers: ReturnType<typeof paintFlowers> = [];
  const blooming = spec.swarms.includes('flowers') || bloomOf(spec) !== null;
  const share = blooming ? 1 : spec.season === 'spring' ? 0.3 : 0.05;
  add(4, () => {
    flowers = paintFlowers(spec, palette, seed + 81);
    return { draw: () => {} };
  });
  if (!palette.night && spec.clouds < 0.7) {
    add(1, () => createShafts(palette.light, palette.lightX, 0.34, seed + 88));
  }
  const rows: [rootY: number, size: number, flowers: number, blades: number, depth: number][] = [
    [horizonY + 84, 22, 420, 500, 0.35],
    [horizonY + 122, 38, 300, 600, 0.45],
    [horizonY + 172, 64, 170, 600, 0.62],
    [horizonY + 238, 108, 80, 500, 0.8],
    [horizonY + 350, 230, 16, 90, 1],
  ];
  for (const [i, [rootY, size, count, blades, depth]] of rows.entries()) {
    add(9, () =>
      createMeadow(spec, palette, flowers, {
        rootY,
        size,
        flowers: Math.round(count * share),
        blades,
        depth,
        blurred: depth === 1,
        seed: seed + 82 + i,
      }),
    );
  }
}
