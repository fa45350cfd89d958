import { ANIMALS } from '../layers/beings/animals.ts';
import { createWalkers, type Figure } from '../layers/beings/figure.ts';
import { createFigures } from '../layers/beings/figures.ts';
import { createDragon, createWhale } from '../layers/beings/giants.ts';
import { PEOPLE } from '../layers/beings/people.ts';
import { createPortrait } from '../layers/beings/portrait.ts';
import { QUADRUPEDS } from '../layers/beings/quadrupeds.ts';
import { WALKING_PEOPLE } from '../layers/beings/walkers.ts';
import { createShip } from '../layers/built/boat.ts';
import { createBuilding } from '../layers/built/buildings.ts';
import { createCastle } from '../layers/built/castle.ts';
import { CRAFT } from '../layers/built/craft.ts';
import { STILL_LIFE } from '../layers/built/still-life.ts';
import { VEHICLES } from '../layers/built/vehicles.ts';
import { createCrystals, createFloatingIsland, createWaterfall } from '../layers/built/wonders.ts';
import { createSprite, type Sprite } from '../layers/effects/sprite.ts';
import { createRoad } from '../layers/land/road.ts';
import { createShore } from '../layers/land/shore.ts';
import { createTrack } from '../layers/land/track.ts';
import { paintTree, treeKind } from '../layers/land/tree-sprites.ts';
import { createStand } from '../layers/land/trees.ts';
import type { Palette } from '../palette.ts';
import type { SceneSpec, Subject } from '../spec/scene-spec.ts';
import type { Add } from '../step.ts';
import { HEIGHT, type Layer } from '../surface.ts';

/** Scale of each building. */
const BUILDING_ZOOM: Partial<Record<Subject, number>> = {
  lighthouse: 0.62,
  tower: 0.6,
  house: 0.5,
  temple: 0.66,
  church: 0.6,
  cathedral: 0.78,
  taj: 0.72,
  pagoda: 0.62,
  eiffel: 0.86,
  clocktower: 0.66,
  bridge: 1.1,
  windmill: 0.62,
  pyramid: 0.74,
};

/** Subjects painted as sprites, and their scale. */
const SPRITES: Partial<Record<Subject, Sprite>> = {
  ...VEHICLES,
  ...CRAFT,
  ...PEOPLE,
  ...ANIMALS,
  ...STILL_LIFE,
};
const SPRITE_ZOOM: Partial<Record<Subject, number>> = {
  car: 0.92,
  train: 0.86,
  plane: 0.95,
  rocket: 0.86,
  bicycle: 0.8,
  paperboat: 0.62,
  dancer: 0.72,
  astronaut: 0.86,
  robot: 0.66,
  snowman: 0.66,
  cat: 0.62,
  tiger: 0.78,
  lion: 0.78,
  rabbit: 0.6,
  camel: 0.72,
  swan: 0.56,
  owl: 0.72,
  rose: 0.8,
  campfire: 0.62,
};

/** Beings made of limbs, which walk. */
const WALKING: Partial<Record<Subject, Figure>> = { ...QUADRUPEDS, ...WALKING_PEOPLE };

/** Adds the prompt's subjects. `groundY` is the row that they stand on. */
export function addSubjects(
  spec: SceneSpec,
  palette: Palette,
  seed: number,
  groundY: number,
  add: Add,
): void {
  const zoom = Math.min(1.4, Math.max(0.6, spec.scale)) * Math.min(1, spec.zoom);
  const towardsDark = palette.lightX < 0.5 ? 1 : -1;
  const subjects = [...spec.subjects].sort(
    (a, b) => Number(CARRIERS.includes(b)) - Number(CARRIERS.includes(a)),
  );
  for (const subject of subjects) {
    const under = CARRIED[subject];
    const carrier = under && subjects.includes(under) ? under : null;
    const i = spec.slots[carrier ?? subject] ?? 0;
    // the first subject stands off-centre, away from the light; the rest make way for it
    const usual = towardsDark * (i === 0 ? 120 : i % 2 === 1 ? -230 : 330);
    const x = 640 + (i === 0 && spec.shift !== null ? spec.shift * 330 : usual);
    if (subject === 'car' || subject === 'bicycle')
      add(3, () => createRoad(palette, groundY + 60, subject === 'car' ? 210 : 60));
    if (isAshore(subject, spec)) add(4, () => createShore(spec, palette, groundY + SHORE, seed + i));
    if (subject === 'train' && !carrier) add(3, () => createTrack(palette, groundY + 62, seed));
    add(18, () =>
      createSubject(subject, spec, palette, seed + 300 + i * 29, {
        x,
        groundY,
        zoom: zoom * (spec.sizes[subject] ?? 1),
      }),
    );
  }
}

/** Subjects that stand on another subject if the scene has both. */
const CARRIED: Partial<Record<Subject, Subject>> = { train: 'bridge', cat: 'house', owl: 'house' };
const CARRIERS: readonly Subject[] = ['bridge', 'house'];

/** Distance from the buildings' row down to the edge of the near shore. */
const SHORE = 74;
const AFLOAT: readonly Subject[] = [
  'paperboat',
  'swan',
  'plane',
  'rocket',
  'car',
  'bicycle',
  'train',
  'rose',
  'owl',
];

/** True for a subject that needs dry land in front of the scene's water. */
function isAshore(subject: Subject, spec: SceneSpec): boolean {
  const wet = spec.ground === 'water' || spec.ground === 'lake' || spec.ground === 'street';
  const stands =
    subject === 'tree' || ((SPRITES[subject] ?? WALKING[subject]) !== undefined && !AFLOAT.includes(subject));
  return spec.realm === 'land' && wet && stands;
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
  const aloft = spec.realm === 'sky' || spec.realm === 'space' || spec.realm === 'underwater';
  const walker = WALKING[subject];
  const isCarried = CARRIED[subject] !== undefined && spec.subjects.includes(CARRIED[subject]);
  if (walker && !isCarried) {
    const y = groundY + (isAshore(subject, spec) ? SHORE + 64 : aloft ? 150 : 92);
    return createWalkers(subject, walker, spec, palette, { x, y, zoom });
  }
  const sprite = SPRITES[subject];
  if (sprite) return createSpriteAt(subject, sprite, spec, palette, { x, groundY, zoom });
  switch (subject) {
    case 'portrait':
      return createPortrait(spec, palette, x, seed);
    case 'castle':
      return createCastle(spec, palette, x, groundY, (aloft ? 0.8 : 0.55) * zoom, aloft, seed);
    case 'whale':
      return createWhale(
        spec,
        palette,
        spec.realm === 'underwater' ? 330 : 260,
        spec.realm === 'land' && (spec.ground === 'water' || spec.ground === 'lake') ? groundY + 4 : null,
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
        baseY: groundY + (isAshore(subject, spec) ? SHORE + 50 : 70),
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

/** Places a sprite where its kind belongs: on the road, in the water, in the air, or at the lower edge. */
function createSpriteAt(
  subject: Subject,
  sprite: Sprite,
  spec: SceneSpec,
  palette: Palette,
  { x, groundY, zoom }: Place,
): Layer {
  const size = (SPRITE_ZOOM[subject] ?? 0.5) * zoom;
  const isOpen = spec.realm === 'space' || spec.realm === 'underwater' || spec.realm === 'sky';
  const wet = spec.ground === 'water' || spec.ground === 'lake';
  let y = groundY + (isAshore(subject, spec) ? SHORE + 64 : 92);
  const carrier = CARRIED[subject];
  if (carrier === 'bridge' && spec.subjects.includes(carrier)) {
    return createSprite(subject, sprite, spec, palette, {
      x: x + 150,
      y: groundY - 112 * zoom,
      zoom: 0.5 * zoom,
    });
  }
  if (carrier && spec.subjects.includes(carrier)) {
    return createSprite(subject, sprite, spec, palette, { x, y: groundY - 78 * zoom, zoom: 0.26 * zoom });
  }
  if (subject === 'car' || subject === 'bicycle') y = groundY + 140;
  else if (subject === 'train') y = groundY + 74;
  else if (subject === 'rose') y = HEIGHT + 6;
  else if (subject === 'plane') y = 250;
  else if (subject === 'rocket') y = 470;
  else if (subject === 'paperboat' || subject === 'swan') y = groundY + (wet ? 84 : 60);
  else if (isOpen) y = 520;
  const still = sprite.floats && spec.realm === 'lunar' ? { ...sprite, floats: false } : sprite;
  return createSprite(subject, still, spec, palette, { x, y, zoom: size });
}
