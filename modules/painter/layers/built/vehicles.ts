import { css, mix, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import type { Context } from '../../surface.ts';
import { fillDisc, fillPath, pathOf, strokeLine, strokeRing, strokeSpokes, wheel } from '../effects/draw.ts';
import type { Sprite, Tones } from '../effects/sprite.ts';
import { paintGlow } from '../sky/celestial.ts';
import { CAR } from './car.ts';

/** Land vehicles in profile, facing right. */
export const VEHICLES: Partial<Record<Subject, Sprite>> = {
  car: CAR,
  train: {
    width: 1180,
    height: 260,
    foot: [760, 232],
    colour: '#7e2f2a',
    paint(context, tones) {
      for (let i = 0; i < 3; i++) wagon(context, 8 + i * 262, tones);
      context.fillStyle = css(scale(tones.dark, 0.8));
      context.fillRect(796, 176, 330, 26);
      const boiler = context.createLinearGradient(0, 96, 0, 184);
      boiler.addColorStop(0, css(mix(tones.light, [60, 60, 70], 0.3)));
      boiler.addColorStop(0.3, css(mix(tones.body, [40, 40, 48], 0.55)));
      boiler.addColorStop(1, css(scale(tones.dark, 0.5)));
      context.fillStyle = boiler;
      fillPath(context, 'M890 102 L1086 102 C1106 108 1108 170 1086 180 L890 180 Z');
      context.fillStyle = css(mix(tones.dark, [20, 20, 24], 0.5));
      fillPath(context, 'M1034 104 L1030 54 L1022 44 L1076 44 L1068 54 L1064 104 Z');
      fillPath(context, 'M962 104 C962 84 1000 84 1000 104 Z');
      const cab = context.createLinearGradient(0, 56, 0, 184);
      cab.addColorStop(0, css(tones.light));
      cab.addColorStop(0.3, css(tones.body));
      cab.addColorStop(1, css(tones.dark));
      context.fillStyle = cab;
      context.fillRect(800, 68, 98, 116);
      context.fillStyle = css(scale(tones.dark, 0.5));
      fillPath(context, 'M790 70 C800 50 898 50 908 70 Z');
      context.fillStyle = css(tones.lamp ? [255, 214, 140] : tones.glass);
      context.fillRect(816, 86, 64, 38);
      context.fillStyle = css([206, 160, 70]);
      for (const x of [920, 980, 1040]) context.fillRect(x, 101, 5, 80);
      context.fillStyle = css(scale(tones.dark, 0.6));
      fillPath(context, 'M1096 186 L1150 224 L1096 224 Z');
      context.fillStyle = css([255, 240, 200]);
      fillDisc(context, 1100, 116, 10);
    },
    move(context, tones, t) {
      const turn = t * 3.2;
      for (let i = 0; i < 3; i++)
        for (const x of [52, 200]) wheel(context, 8 + i * 262 + x, 212, 20, turn, tones);
      for (const x of [836, 914, 992]) wheel(context, x, 200, 32, turn, tones);
      wheel(context, 1066, 212, 20, turn, tones);
      context.strokeStyle = css(mix(tones.light, [200, 200, 210], 0.5));
      context.lineWidth = 6;
      const [dx, dy] = [Math.cos(turn) * 18, Math.sin(turn) * 18];
      strokeLine(context, 836 + dx, 200 + dy, 992 + dx, 200 + dy);
      smoke(context, tones, t);
      if (tones.lamp) paintGlow(context, 1102, 116, 90, [255, 240, 200], 0.8);
    },
  },
  bicycle: {
    width: 300,
    height: 200,
    foot: [150, 184],
    colour: '#58b4d8',
    paint(context, tones) {
      context.strokeStyle = css(tones.body);
      context.lineWidth = 7;
      context.lineJoin = 'round';
      context.stroke(pathOf('M66 128 L120 56 L206 62 L148 128 L66 128 M120 56 L148 128 M196 40 L234 128'));
      context.strokeStyle = css(scale(tones.dark, 0.6));
      context.lineWidth = 8;
      context.stroke(pathOf('M98 46 L142 46 M196 40 C180 34 176 40 178 50 M196 40 L216 34'));
    },
    move(context, tones, t) {
      for (const x of [66, 234]) spokes(context, x, 128, 54, t * 1.2, tones);
      spokes(context, 148, 128, 14, t * 1.2, tones);
    },
  },
};

/** Puffs of smoke that swell and thin out behind the chimney, oldest first. */
function smoke(context: Context, tones: Tones, t: number): void {
  const colour = mix([240, 240, 244], tones.glass, tones.lamp ? 0.3 : 0.1);
  for (let i = 0; i < 11; i++) {
    const age = 1 - ((1 - t * 0.3 + i / 11 + 1000) % 1);
    const [x, y, radius] = [1048 - age * 620, 36 - Math.sqrt(age) * 92, 18 + age * 74];
    const puff = context.createRadialGradient(x, y - radius * 0.2, 0, x, y, radius);
    puff.addColorStop(0, css(colour, 0.85 * (1 - age)));
    puff.addColorStop(0.6, css(colour, 0.5 * (1 - age)));
    puff.addColorStop(1, css(colour, 0));
    context.fillStyle = puff;
    context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
}

function wagon(context: Context, x: number, tones: Tones): void {
  context.save();
  context.translate(x, 0);
  const side = context.createLinearGradient(0, 82, 0, 196);
  side.addColorStop(0, css(tones.light));
  side.addColorStop(0.2, css(tones.body));
  side.addColorStop(1, css(tones.dark));
  context.fillStyle = side;
  context.fillRect(0, 88, 250, 106);
  context.fillStyle = css(mix(tones.light, [240, 226, 196], 0.6));
  context.fillRect(0, 98, 250, 48);
  context.fillStyle = css(scale(tones.dark, 0.6));
  fillPath(context, 'M-4 90 C6 74 244 74 254 90 Z');
  context.fillRect(244, 176, 24, 8);
  context.fillStyle = css(tones.lamp ? [255, 208, 122] : tones.glass);
  for (let i = 0; i < 6; i++) context.fillRect(14 + i * 39, 104, 28, 34);
  context.restore();
}

function spokes(context: Context, x: number, y: number, radius: number, turn: number, tones: Tones): void {
  context.strokeStyle = css(scale(tones.dark, 0.5));
  context.lineWidth = radius > 30 ? 6 : 4;
  strokeRing(context, x, y, radius);
  context.lineWidth = 1;
  context.strokeStyle = css(tones.light, 0.7);
  strokeSpokes(context, x, y, radius, 14, turn);
}
