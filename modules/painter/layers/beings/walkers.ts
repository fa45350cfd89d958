import { hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import type { Limb, Point3 } from '../effects/solid.ts';
import type { Figure } from './figure.ts';
import { joint } from './quadrupeds.ts';

/** Clothes and looks of one person. */
interface Look {
  skin: Rgb;
  hair: Rgb;
  top: Rgb;
  legs: Rgb;
  scarf: Rgb | null;
  /** length of the coat or dress below the hips, in units; 0 for none */
  hem: number;
  longHair: boolean;
  size: number;
}

const look = (
  skin: string,
  hair: string,
  top: string,
  legs: string,
  scarf: string | null,
  rest: Omit<Look, 'skin' | 'hair' | 'top' | 'legs' | 'scarf'>,
): Look => ({
  skin: hex(skin),
  hair: hex(hair),
  top: hex(top),
  legs: hex(legs),
  scarf: scarf ? hex(scarf) : null,
  ...rest,
});

const MEN: readonly Look[] = [
  look('#d9a07c', '#3a2a20', '#3f5d8a', '#4a4038', '#c8553a', { hem: 17, longHair: false, size: 1 }),
  look('#8a5a3c', '#1c1614', '#c9a24a', '#39445c', null, { hem: 0, longHair: false, size: 0.97 }),
  look('#e8b894', '#6a4426', '#a8453e', '#2f3a48', null, { hem: 26, longHair: true, size: 0.92 }),
  look('#e0aa86', '#c8a060', '#6a5a8c', '#3a2c30', null, { hem: 32, longHair: true, size: 0.93 }),
  look('#b87a54', '#201a18', '#d8d2c4', '#3f4a5c', '#7a8a5a', { hem: 15, longHair: false, size: 1.02 }),
  look('#c48a64', '#2a2020', '#4f7a5a', '#5a5048', '#e0c070', { hem: 0, longHair: false, size: 0.74 }),
];
const WOMEN: readonly Look[] = [
  look('#e0aa86', '#5a3420', '#b23f55', '#3a2c30', null, { hem: 34, longHair: true, size: 0.94 }),
  look('#9a6a48', '#1a1414', '#3f8a86', '#2c3440', '#f0d090', { hem: 30, longHair: true, size: 0.96 }),
];

const [STRIDE, PACE, STANCE] = [38, 1.05, 0.6];
const BOX = {
  width: 90,
  height: 128,
  foot: [45, 120] as const,
  zoom: 1.75,
  blend: { melt: 1.5, sharp: 1.6 },
};

/** People who walk, stop and look around. */
export const WALKING_PEOPLE: Partial<Record<Subject, Figure>> = {
  person: figureOf(MEN, '#3f5d8a'),
  woman: figureOf(WOMEN, '#b23f55'),
};

function figureOf(looks: readonly Look[], colour: string): Figure {
  return {
    ...BOX,
    colour,
    looks: Math.min(4, looks.length),
    speed: STRIDE / (STANCE * PACE),
    pace: PACE,
    limbs(own, step, moving, member) {
      const chosen = looks[member % looks.length] as Look;
      // a colour in the prompt is the colour of what they wear
      const isAsked = own.some((value, i) => value !== hex(colour)[i]);
      const top = isAsked ? own : chosen.top;
      return person({ ...chosen, top }, step, moving).map((limb) => placed(limb, chosen.size));
    },
  };
}

const placed = (limb: Limb, size: number): Limb => ({
  ...limb,
  from: [limb.from[0] * size + BOX.foot[0], limb.from[1] * size + BOX.foot[1], limb.from[2] * size],
  to: [limb.to[0] * size + BOX.foot[0], limb.to[1] * size + BOX.foot[1], limb.to[2] * size],
  girth: [limb.girth[0] * size, limb.girth[1] * size],
});

function person(
  { skin, hair, top, legs, scarf, hem, longHair }: Look,
  step: number,
  moving: boolean,
): Limb[] {
  const bob = moving ? Math.cos(step * Math.PI * 4) * 1.4 : Math.sin(step * Math.PI * 2) * 0.5;
  const hips: Point3 = [0, -52 + bob, 0];
  const chest: Point3 = [moving ? 3 : 1, -79 + bob, 0];
  const neck: Point3 = [chest[0] + 1, chest[1] - 11, 0];
  const head: Point3 = [neck[0] + 2.4, neck[1] - 9, 0];
  const limbs: Limb[] = [];
  const swing = (phase: number) => Math.sin((step + phase) * Math.PI * 2);
  limbs.push(...leg(hips, legs, -4, moving ? (step + 0.5) % 1 : null));
  limbs.push(...arm(chest, top, skin, -7.5, moving ? swing(0.25) : -0.1));
  limbs.push(...leg(hips, legs, 4, moving ? step : null));
  limbs.push(
    {
      from: hips,
      to: [(hips[0] + chest[0]) / 2, hips[1] - 13, 0],
      girth: [8.4, 7.6],
      colour: hem > 0 ? top : legs,
      fur: 0.12,
    },
    { from: [(hips[0] + chest[0]) / 2, hips[1] - 13, 0], to: chest, girth: [7.6, 9], colour: top, fur: 0.12 },
    {
      from: [chest[0], chest[1] - 2, -4],
      to: [chest[0], chest[1] - 2, 4],
      girth: [8.2, 8.2],
      colour: top,
      fur: 0.12,
    },
    { from: chest, to: neck, girth: [6, 3.4], colour: top },
    { from: neck, to: head, girth: [3.4, 3.6], colour: skin },
  );
  if (hem > 0) limbs.push(...coat(hips, top, hem, moving ? swing(0) : 0));
  if (scarf) {
    limbs.push({
      from: [neck[0] - 2, neck[1] + 3, 3],
      to: [neck[0] + 3, neck[1] + 2, 4],
      girth: [4, 3.8],
      colour: scarf,
      fur: 0.4,
    });
    const flutter = Math.sin(step * Math.PI * 2) * 2;
    limbs.push({
      from: [neck[0] - 4, neck[1] + 4, -4],
      to: [neck[0] - 14, neck[1] + 12 + flutter, -5],
      girth: [2.6, 2],
      colour: scale(scarf, 0.85),
      fur: 0.4,
    });
  }
  limbs.push(...face(head, skin, hair, longHair), ...arm(chest, top, skin, 12, moving ? swing(0.75) : 0.08));
  return limbs;
}

function face(head: Point3, skin: Rgb, hair: Rgb, longHair: boolean): Limb[] {
  const [x, y] = head;
  const limbs: Limb[] = [
    { from: [x + 0.6, y + 2, 0], to: [x, y - 3.5, 0], girth: [6.2, 7], colour: skin },
    { from: [x + 4.2, y + 4.4, 0], to: [x + 3, y + 3, 0], girth: [2.9, 3.4], colour: skin },
    { from: [x + 7, y + 0.6, 0], to: [x + 6, y - 1.4, 0], girth: [1.35, 1], colour: scale(skin, 0.95) },
    { from: [x + 4.6, y - 1.4, 5.6], to: [x + 4.6, y - 1.4, 5.6], girth: [0.7, 0.8], colour: [30, 22, 20] },
    { from: [x - 0.8, y - 5.4, 0], to: [x + 2.6, y - 6.6, 0.6], girth: [7, 5.2], colour: hair, fur: 0.8 },
    { from: [x - 3.6, y - 2, 1], to: [x - 3, y + 2.4, 1], girth: [5.6, 4.2], colour: hair, fur: 0.8 },
    { from: [x - 0.4, y + 0.6, 6], to: [x - 0.4, y + 1.4, 6], girth: [1.3, 1.1], colour: scale(skin, 0.92) },
  ];
  if (longHair)
    limbs.push(
      { from: [x - 4, y, 2], to: [x - 5.5, y + 16, 2], girth: [5.4, 4.6], colour: hair, fur: 1 },
      {
        from: [x - 5.5, y + 16, 2],
        to: [x - 7, y + 26, 1],
        girth: [4.6, 1.6],
        colour: scale(hair, 0.9),
        fur: 1,
      },
    );
  return limbs;
}

function coat(hips: Point3, colour: Rgb, hem: number, swing: number): Limb[] {
  const low = hips[1] + hem;
  return [-1, -0.5, 0, 0.5, 1].map((side) => ({
    from: [hips[0] + side * 1.5, hips[1] - 10, 7 - Math.abs(side) * 3],
    to: [
      hips[0] + side * (3 + hem * 0.2) + swing * 1.5 * side - 1,
      low - Math.abs(side) * 1.5,
      8 - Math.abs(side) * 5,
    ],
    girth: [6.6, 3.4 + hem * 0.05],
    colour,
    tip: [scale(colour, 0.82), 0.9],
    fur: 0.15,
  }));
}

function leg(hips: Point3, colour: Rgb, z: number, phase: number | null): Limb[] {
  let [x, lift] = [z * 0.7, 0];
  if (phase !== null) {
    if (phase < STANCE) x = STRIDE * (0.5 - phase / STANCE);
    else {
      const t = (phase - STANCE) / (1 - STANCE);
      x = STRIDE * (t * t * (3 - 2 * t) - 0.5);
      lift = Math.sin(t * Math.PI) * 7;
    }
  }
  const foot: Point3 = [x - 1, -4 - lift - Math.max(0, -x - 6) * 0.25, z];
  const top: Point3 = [hips[0], hips[1] + 2, z * 0.8];
  const knee = joint(top, foot, 23.1, 23.4, 1);
  const dark = z < 0 ? scale(colour, 0.7) : colour;
  const shoe: Rgb = z < 0 ? [34, 26, 24] : [58, 44, 38];
  const toe = lift > 0 || x < -8 ? 2.2 : 0;
  return [
    { from: top, to: knee, girth: [7, 4.9], colour: dark, fur: 0.12 },
    { from: knee, to: foot, girth: [4.8, 3.1], colour: dark, fur: 0.12 },
    {
      from: [foot[0] - 1.5, foot[1] + 1, z],
      to: [foot[0] + 7, foot[1] + 1.5 + toe, z],
      girth: [3.2, 2.4],
      colour: shoe,
    },
  ];
}

function arm(chest: Point3, colour: Rgb, skin: Rgb, z: number, swing: number): Limb[] {
  const sleeve = z < 0 ? scale(colour, 0.7) : scale(colour, 1.04);
  const shoulder: Point3 = [chest[0] - 0.5, chest[1] - 4, z];
  const elbow: Point3 = [
    shoulder[0] + Math.sin(swing * 0.62) * 16 - 1,
    shoulder[1] + Math.cos(swing * 0.62) * 17,
    z + 1,
  ];
  const bend = swing * 0.62 + 0.28 + Math.max(0, swing) * 0.35;
  const hand: Point3 = [elbow[0] + Math.sin(bend) * 15, elbow[1] + Math.cos(bend) * 15, z + 1.5];
  return [
    { from: shoulder, to: elbow, girth: [4.4, 3.6], colour: sleeve, fur: 0.12 },
    { from: elbow, to: hand, girth: [3.5, 2.7], colour: sleeve, fur: 0.12 },
    {
      from: hand,
      to: [hand[0] + Math.sin(bend) * 3, hand[1] + Math.cos(bend) * 3, z + 2],
      girth: [2.5, 2.2],
      colour: mix(skin, z < 0 ? [40, 30, 30] : skin, 0.2),
    },
  ];
}
