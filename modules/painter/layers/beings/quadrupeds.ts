import { mix, type Rgb, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import type { Limb, Point3 } from '../effects/solid.ts';
import type { Figure } from './figure.ts';

/** Measures of a four-legged animal that faces right; its feet are at y = 0 and its shoulders above x = 0. */
interface Build {
  /** from the hips to the shoulders */
  length: number;
  /** height of the shoulders and hips */
  legs: number;
  chest: number;
  waist: number;
  /** radius of thighs and shoulders */
  thigh: number;
  paw: number;
  neck: Point3;
  neckGirth: readonly [number, number];
  head: number;
  muzzle: readonly [length: number, girth: number, tip: number];
  ears: 'pointed' | 'folded' | 'horse';
  tail: readonly (readonly [x: number, y: number, girth: number])[];
  stride: number;
  /** seconds for one step cycle */
  pace: number;
  fur: number;
}

const BUILDS = {
  fox: {
    length: 58,
    legs: 52,
    chest: 16,
    waist: 12,
    thigh: 10,
    paw: 3.7,
    neck: [17, -19, 0],
    neckGirth: [13, 9.5],
    head: 11.5,
    muzzle: [21, 6.5, 2.6],
    ears: 'pointed',
    tail: [
      [-12, 8, 6],
      [-34, 18, 11],
      [-60, 22, 12],
      [-84, 16, 4],
    ],
    stride: 40,
    pace: 1.05,
    fur: 0.85,
  },
  dog: {
    length: 62,
    legs: 56,
    chest: 18,
    waist: 13,
    thigh: 11,
    paw: 4.6,
    neck: [16, -26, 0],
    neckGirth: [13, 10],
    head: 13,
    muzzle: [20, 8, 6],
    ears: 'folded',
    tail: [
      [-14, -6, 5],
      [-28, -22, 4.5],
      [-32, -40, 3],
    ],
    stride: 44,
    pace: 1,
    fur: 0.6,
  },
  cat: {
    length: 58,
    legs: 38,
    chest: 14,
    waist: 13,
    thigh: 9.5,
    paw: 4,
    neck: [13, -15, 0],
    neckGirth: [10.5, 9],
    head: 12.5,
    muzzle: [8.5, 6.4, 4.2],
    ears: 'pointed',
    tail: [
      [-10, 0, 4.6],
      [-22, -2, 4.4],
      [-33, -9, 4.3],
      [-40, -21, 4.2],
      [-42, -36, 4.2],
      [-37, -48, 3.8],
    ],
    stride: 32,
    pace: 1.15,
    fur: 0.6,
  },
  horse: {
    length: 104,
    legs: 112,
    chest: 30,
    waist: 26,
    thigh: 21,
    paw: 6.4,
    neck: [44, -54, 0],
    neckGirth: [25, 14],
    head: 14,
    muzzle: [44, 11.5, 8.5],
    ears: 'horse',
    tail: [
      [-14, 2, 6],
      [-25, 18, 9],
      [-32, 46, 10.5],
      [-36, 74, 8],
      [-40, 96, 2],
    ],
    stride: 84,
    pace: 1.25,
    fur: 0.3,
  },
} satisfies Partial<Record<Subject, Build>>;

type Kind = keyof typeof BUILDS;
/** Share of a step in which a foot is on the ground. */
const STANCE = 0.62;

const DARK: Rgb = [38, 28, 26];
const WHITE: Rgb = [246, 240, 230];

/** Four-legged animals that walk, stop and look around. */
export const QUADRUPEDS: Partial<Record<Subject, Figure>> = {
  fox: figureOf('fox', '#d9692a', { width: 250, height: 150, foot: [150, 138], zoom: 1.2 }),
  dog: figureOf('dog', '#a9713f', { width: 230, height: 160, foot: [140, 148], zoom: 1.2 }),
  cat: figureOf('cat', '#8c8078', { width: 210, height: 140, foot: [130, 128], zoom: 1.15 }),
  wolf: figureOf('dog', '#80828a', { width: 230, height: 160, foot: [140, 148], zoom: 1.3 }),
  horse: figureOf('horse', '#7a4a2c', { width: 330, height: 290, foot: [175, 276], zoom: 1.02 }),
};

function figureOf(
  kind: Kind,
  colour: string,
  box: { width: number; height: number; foot: readonly [number, number]; zoom: number },
): Figure {
  const build: Build = BUILDS[kind];
  return {
    ...box,
    colour,
    looks: 1,
    // the feet stay where they are on the ground while they carry the body
    speed: build.stride / (STANCE * build.pace),
    pace: build.pace,
    limbs: (own, step, moving) => animal(kind, build, own, step, moving).map((limb) => moved(limb, box.foot)),
  };
}

const moved = (limb: Limb, [x, y]: readonly [number, number]): Limb => ({
  ...limb,
  from: [limb.from[0] + x, limb.from[1] + y, limb.from[2]],
  to: [limb.to[0] + x, limb.to[1] + y, limb.to[2]],
});

function animal(kind: Kind, build: Build, own: Rgb, step: number, moving: boolean): Limb[] {
  const { length, legs, chest, waist, fur, neck, neckGirth } = build;
  const bob = moving ? Math.sin(step * Math.PI * 4) * legs * 0.018 : Math.sin(step * Math.PI * 2) * 0.5;
  const coat = coatOf(kind, own);
  const half = chest * 0.5;
  const shoulder: Point3 = [0, -legs + bob, 0];
  const hip: Point3 = [-length, -legs + bob * 0.6 - (kind === 'cat' ? 1 : 0), 0];
  const middle: Point3 = [-length * 0.48, -legs + chest * 0.18 + bob, 0];
  const limbs: Limb[] = [];
  for (const [side, front, phase] of [
    [-1, true, 0.75],
    [-1, false, 0.5],
    [1, false, 0],
    [1, true, 0.25],
  ] as const) {
    limbs.push(
      ...leg(build, coat, front ? shoulder : hip, side * half, front, moving ? (step + phase) % 1 : null),
    );
  }
  const skin = {
    colour: coat.back,
    belly: coat.belly,
    fur,
    ...(coat.bands && { bands: [coat.bands, 3.5] as const }),
  };
  limbs.push(
    { from: shoulder, to: middle, girth: [chest, (chest + waist) / 2 + 1], ...skin },
    { from: middle, to: hip, girth: [(chest + waist) / 2 + 1, waist + 2], ...skin },
    {
      from: [4, -legs + bob + chest * 0.12, 0],
      to: [8, -legs + bob - 2, 0],
      girth: [chest * 0.92, chest * 0.7],
      ...skin,
    },
  );
  const nod = moving ? Math.sin(step * Math.PI * 4 + 0.8) * legs * 0.022 : Math.sin(step * Math.PI * 2) * 2;
  const base: Point3 = [shoulder[0] + neck[0], shoulder[1] + neck[1] + nod, 0];
  limbs.push({ from: [6, shoulder[1] - chest * 0.28, 0], to: base, girth: neckGirth, ...skin });
  limbs.push(...head(kind, build, coat, base), ...tail(build, coat, hip, step, moving));
  return limbs;
}

interface Coat {
  back: Rgb;
  belly: Rgb;
  legs: Rgb;
  sock: Rgb;
  tip: Rgb;
  mane: Rgb;
  /** colour of its stripes */
  bands?: Rgb;
}

function coatOf(kind: Kind, own: Rgb): Coat {
  const dark = mix(scale(own, 0.45), DARK, 0.3);
  const pale = mix(own, WHITE, 0.7);
  if (kind === 'fox') return { back: own, belly: WHITE, legs: own, sock: DARK, tip: WHITE, mane: own };
  if (kind === 'horse')
    return {
      back: own,
      belly: scale(own, 0.8),
      legs: own,
      sock: dark,
      tip: dark,
      mane: mix(scale(own, 0.3), DARK, 0.5),
    };
  if (kind === 'cat')
    return {
      back: own,
      belly: pale,
      legs: own,
      sock: pale,
      tip: dark,
      mane: dark,
      bands: mix(scale(own, 0.5), DARK, 0.3),
    };
  return {
    back: own,
    belly: pale,
    legs: own,
    sock: mix(own, pale, 0.5),
    tip: mix(own, pale, 0.6),
    mane: dark,
  };
}

function leg(
  build: Build,
  coat: Coat,
  root: Point3,
  z: number,
  front: boolean,
  phase: number | null,
): Limb[] {
  const { legs, thigh, paw, stride, fur } = build;
  let [x, lift] = [z < 0 ? legs * 0.1 : 0, 0];
  if (phase !== null) {
    if (phase < STANCE) x = stride * (0.5 - phase / STANCE);
    else {
      const t = (phase - STANCE) / (1 - STANCE);
      x = stride * (t * t * (3 - 2 * t) - 0.5);
      lift = Math.sin(t * Math.PI) * legs * 0.17;
    }
  }
  const top: Point3 = [root[0] + (front ? 2 : 3), root[1] + thigh * (front ? 0.5 : 0.2), z];
  const foot: Point3 = [root[0] + x + (front ? 3 : -2), -paw - lift, z];
  const ankle: Point3 = front
    ? [foot[0] - legs * 0.03 - lift * 0.35, foot[1] - legs * 0.2 + lift * 0.2, z]
    : [foot[0] - legs * 0.16 - lift * 0.25, foot[1] - legs * 0.3 + lift * 0.1, z];
  const straight =
    Math.hypot(top[1] + legs * (front ? 0.2 : 0.3) + paw, legs * (front ? 0 : 0.18)) * (front ? 1.03 : 1.09);
  const knee = joint(top, ankle, straight * 0.52, straight * 0.5, front ? -1 : 1);
  const shin = thigh * 0.33;
  const skin = { colour: z < 0 ? scale(coat.legs, 0.72) : coat.legs, fur: fur * 0.7 };
  const sock: Rgb = z < 0 ? scale(coat.sock, 0.72) : coat.sock;
  return [
    { from: top, to: knee, girth: [thigh, thigh * 0.52], ...skin },
    { from: knee, to: ankle, girth: [thigh * 0.48, shin], ...skin, tip: [sock, 0.55] },
    { from: ankle, to: foot, girth: [shin, paw * 0.92], colour: sock, fur: 0.2 },
    {
      from: foot,
      to: [foot[0] + paw * 1.3, foot[1] + paw * 0.15, z],
      girth: [paw, paw * 0.85],
      colour: sock,
    },
  ];
}

/** The joint between two bones, bent forwards (1) or backwards (−1). */
export function joint(top: Point3, end: Point3, upper: number, lower: number, bend: number): Point3 {
  const [dx, dy] = [end[0] - top[0], end[1] - top[1]];
  const apart = Math.min(Math.hypot(dx, dy), (upper + lower) * 0.999);
  const along = (upper * upper - lower * lower + apart * apart) / (2 * apart);
  const out = Math.sqrt(Math.max(0, upper * upper - along * along)) * bend;
  const [ux, uy] = [dx / (Math.hypot(dx, dy) || 1), dy / (Math.hypot(dx, dy) || 1)];
  return [top[0] + ux * along + uy * out, top[1] + uy * along - ux * out, (top[2] + end[2]) / 2];
}

function head(kind: Kind, build: Build, coat: Coat, base: Point3): Limb[] {
  const { head: size, muzzle, ears, fur } = build;
  const skull: Point3 = [base[0] + size * 0.5, base[1] - size * 0.45, 2];
  const drop = kind === 'horse' ? 0.86 : 0.3;
  const nose: Point3 = [skull[0] + muzzle[0], skull[1] + muzzle[0] * drop, 2];
  const limbs: Limb[] = [
    {
      from: base,
      to: skull,
      girth: [size * 0.95, size],
      colour: coat.back,
      belly: coat.belly,
      fur: fur * 0.6,
    },
    {
      from: [skull[0] + size * 0.25, skull[1] + size * 0.25, 3],
      to: nose,
      girth: [muzzle[1] + 1.5, muzzle[2]],
      colour: coat.back,
      belly: kind === 'horse' ? scale(coat.back, 0.7) : coat.belly,
      fur: fur * 0.4,
      ...(kind === 'horse' && { tip: [scale(coat.back, 0.55), 0.72] as const }),
    },
  ];
  const bead = kind === 'horse' ? 2.3 : kind === 'cat' ? 2.1 : 2;
  if (kind !== 'horse')
    limbs.push({ from: nose, to: nose, girth: [bead, bead], colour: [24, 20, 22], gloss: 0.8 });
  const [ex, ey] = kind === 'horse' ? [0.75, 0.3] : kind === 'cat' ? [0.42, -0.12] : [0.5, -0.05];
  const eye: Point3 = [skull[0] + size * ex, skull[1] + size * ey, size + 3];
  const iris: Rgb = kind === 'cat' ? [196, 178, 74] : [30, 20, 16];
  limbs.push({ from: eye, to: eye, girth: [bead * 0.95, bead * 0.95], colour: iris, gloss: 1 });
  if (kind === 'cat')
    limbs.push({
      from: [eye[0] + 0.6, eye[1] - 1, eye[2] + 3],
      to: [eye[0] + 0.6, eye[1] + 1, eye[2] + 3],
      girth: [0.7, 0.7],
      colour: [14, 12, 12],
    });
  for (const side of [-1, 1]) limbs.push(...ear(ears, coat, skull, size, side));
  if (kind === 'horse') limbs.push(...mane(coat, base, skull));
  return limbs;
}

function ear(kind: Build['ears'], coat: Coat, skull: Point3, size: number, side: number): Limb[] {
  const colour = side < 0 ? scale(coat.back, 0.7) : coat.back;
  const z = side * size * 0.5;
  const lean = side * size * 0.12 - size * 0.3;
  if (kind === 'folded')
    return [
      {
        from: [skull[0] - size * 0.4, skull[1] - size * 0.5, z + 6],
        to: [skull[0] - size * 0.75, skull[1] + size * 0.75, z + 8],
        girth: [size * 0.34, size * 0.3],
        colour: scale(coat.back, side < 0 ? 0.5 : 0.68),
        fur: 0.3,
      },
    ];
  const tall = kind === 'horse' ? 1.5 : 1.75;
  return [
    {
      from: [skull[0] + lean, skull[1] - size * 0.6, z],
      to: [skull[0] + lean - size * 0.1, skull[1] - size * tall, z],
      girth: [size * (kind === 'horse' ? 0.26 : 0.42), 0.9],
      colour,
      tip: [kind === 'horse' ? coat.mane : mix(coat.back, DARK, 0.75), 0.75],
    },
  ];
}

/** Locks along the neck, and a forelock. */
function mane(coat: Coat, base: Point3, skull: Point3): Limb[] {
  const locks: Limb[] = [];
  for (let i = 0; i < 7; i++) {
    const t = i / 6;
    const [x, y] = [skull[0] - 10 - (skull[0] - 2) * t * 0.92, skull[1] - 8 + (base[1] * 0 + 52) * t];
    locks.push({ from: [x, y, 9], to: [x - 9, y + 19, 14], girth: [6, 2.6], colour: coat.mane, fur: 0.9 });
  }
  locks.push({
    from: [skull[0] - 2, skull[1] - 12, 8],
    to: [skull[0] + 10, skull[1] + 3, 10],
    girth: [4, 1.6],
    colour: coat.mane,
    fur: 0.9,
  });
  return locks;
}

function tail(build: Build, coat: Coat, hip: Point3, step: number, moving: boolean): Limb[] {
  const limbs: Limb[] = [];
  let from: Point3 = [hip[0] - build.waist * 0.5, hip[1] - build.waist * 0.2, 0];
  let girth = (build.tail[0]?.[2] ?? 4) * 0.8;
  for (const [i, [x, y, next]] of build.tail.entries()) {
    const sway = Math.sin(step * Math.PI * 2 - i * 0.7) * (i + 1) * (moving ? 1.6 : 2.6);
    const to: Point3 = [hip[0] + x, hip[1] + y + sway, sway * 0.5];
    const last = i === build.tail.length - 1;
    limbs.push({
      from,
      to,
      girth: [girth, next],
      colour: build.tail === BUILDS.horse.tail ? coat.mane : coat.back,
      fur: build.fur * 1.1,
      ...(coat.bands && { bands: [coat.bands, 1] as const }),
      ...(last && { tip: [build.tail === BUILDS.horse.tail ? coat.mane : coat.tip, 0.35] as const }),
    });
    [from, girth] = [to, next];
  }
  return limbs;
}
