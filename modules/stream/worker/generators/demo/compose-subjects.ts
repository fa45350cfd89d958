import { createBuilding } from './layers/buildings.ts';
import { createCastle } from './layers/castle.ts';
import { createFigures } from './layers/figures.ts';
import { createDragon, createWhale } from './layers/giants.ts';
import { paintTree, treeKind } from './layers/tree-sprites.ts';
import { createStand } from './layers/trees.ts';
import { createCrystals, createFloatingIsland, createShip, createWaterfall } from './layers/wonders.ts';
import type { Palette } from './palette.ts';
import type { SceneSpec, Subject } from './scene-spec.ts';
import type { Add } from './step.ts';
import type { Layer } from './surface.ts';

/** How large a building stands in the picture. */
const BUILDING_ZOOM: Partial<Record<Subject, number>> = {
  lighthouse: 0.62,
  tower: 0.6,
  house: 0.5,
  temple: 0.66,
  bridge: 1.1,
  windmill: 0.62,
  pyramid: 0.74,
};

/** The single things that a prompt is about; groundY is the row on which they stand. */
export function addSubjects(
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  groundY: number,
  add: Add,
): void {
  const zoom = Math.min(1.4, Math.max(0.6, spec.scale));
  const towardsDark = palette.lightX < 0.5 ? 1 : -1;
  for (const [i, subject] of spec.subjects.entries()) {
    // the first thing stands off the middle, opposite the light; the others make room
    const x = 640 + towardsDark * (i === 0 ? 120 : i % 2 === 1 ? -230 : 330);
    add(18, () => createSubject(subject, spec, palette, seed + 300 + i * 29, { x, groundY, zoom }));
  }
}

interface Place {
  x: number;
  groundY: number;
  zoom: number;
}

function createSubject(
  subject: Subject,
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  { x, groundY, zoom }: Place,
): Layer {
  const aloft = spec.realm === 'sky';
  switch (subject) {
    case 'castle':
      return createCastle(spec, palette, x, groundY, (aloft ? 0.8 : 0.55) * zoom, aloft, seed);
    case 'whale':
      return createWhale(
        spec,
        palette,
        spec.realm === 'underwater' ? 330 : spec.ground === 'water' ? groundY - 30 : 260,
      );
    case 'dragon':
      return createDragon(spec, palette, 220);
    case 'ship':
      return createShip(spec, palette, x, groundY + 10, 0.62 * zoom);
    case 'waterfall':
      return createWaterfall(palette, x, groundY - 280 * zoom, groundY, seed & 511);
    case 'crystal':
      return createCrystals(spec, palette, x, groundY + 60, 0.85 * zoom, seed);
    case 'tree':
      return createStand([paintTree(spec, palette, treeKind(spec), seed)], palette, {
        size: 420 * zoom,
        count: 1,
        baseY: groundY + 70,
        haze: spec.fog * 0.3,
        depth: 0.6,
        seed,
        span: [x - 60, x + 60],
      });
    case 'island':
      return createFloatingIsland(
        palette,
        [paintTree(spec, palette, treeKind(spec), seed)],
        x,
        groundY - 60,
        0.8 * zoom,
        seed,
      );
    default:
      return (
        createBuilding(subject, spec, palette, x, groundY + 16, (BUILDING_ZOOM[subject] ?? 0.6) * zoom) ??
        createFigures(subject, spec, palette, x, groundY + 110, seed) ?? { draw: () => {} }
      );
  }
}
