import { css, luminance, mix, scale } from '../colour.ts';
import type { Subject } from '../scene-spec.ts';
import type { Context } from '../surface.ts';
import { paintGlow } from './celestial.ts';
import { fillPath, pathOf, wheel } from './shapes.ts';
import type { Sprite, Tones } from './sprite.ts';

/** What people ride in, seen from the side and facing right. */
export const VEHICLES: Partial<Record<Subject, Sprite>> = {
  car: {
    ...{ width: 420, height: 180, foot: [210, 146], colour: '#c8342c' },
    paint(context, tones) {
      context.fillStyle = 'rgba(0,0,0,0.32)';
      context.beginPath();
      context.ellipse(210, 147, 196, 9, 0, 0, 7);
      context.fill();
      const paint = context.createLinearGradient(0, 36, 0, 140);
      paint.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.15)));
      paint.addColorStop(0.42, css(tones.body));
      paint.addColorStop(0.55, css(mix(tones.body, tones.light, 0.35)));
      paint.addColorStop(1, css(tones.dark));
      context.fillStyle = paint;
      fillPath(
        context,
        'M16 128 C10 106 14 90 30 84 C52 76 84 74 104 70 C126 44 152 34 200 33 C250 32 276 48 300 70 C340 74 386 80 400 94 C410 106 410 120 404 128 L366 130 A36 36 0 0 0 294 130 L134 130 A36 36 0 0 0 62 130 Z',
      );
      context.fillStyle = css(tones.glass, 0.94);
      fillPath(context, 'M122 70 C140 50 160 43 194 42 L194 72 L124 74 Z');
      fillPath(context, 'M204 42 C244 42 264 54 284 72 L204 72 Z');
      context.fillStyle = css(mix(tones.glass, [255, 255, 255], 0.5), 0.35);
      fillPath(context, 'M150 52 L172 44 L150 73 L132 73 Z M222 43 L238 46 L222 72 L206 72 Z');
      context.strokeStyle = css(tones.dark, 0.7);
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(199, 74);
      context.lineTo(201, 126);
      context.moveTo(26, 104);
      context.lineTo(398, 104);
      context.stroke();
      context.fillStyle = css(scale(tones.dark, 0.6));
      context.fillRect(212, 84, 16, 3.5);
      context.fillStyle = css([255, 244, 214]);
      fillPath(context, 'M382 88 C396 92 402 98 404 104 L388 102 Z');
      context.fillStyle = css([226, 40, 34]);
      fillPath(context, 'M18 92 L30 88 L30 102 L15 104 Z');
    },
    move(context, tones, t) {
      for (const x of [98, 330]) wheel(context, x, 126, 26, t * 5, tones);
      if (!tones.lamp) return;
      context.globalCompositeOperation = 'lighter';
      const beam = context.createLinearGradient(400, 0, 700, 0);
      beam.addColorStop(0, 'rgba(255,240,196,0.5)');
      beam.addColorStop(1, 'rgba(255,240,196,0)');
      context.fillStyle = beam;
      fillPath(context, 'M400 94 L700 70 L700 160 L400 104 Z');
      paintGlow(context, 398, 98, 44, [255, 240, 200], 0.9);
      paintGlow(context, 20, 97, 34, [255, 60, 40], 0.8);
      context.globalCompositeOperation = 'source-over';
    },
  },
  train: {
    ...{ width: 1180, height: 260, foot: [760, 232], colour: '#7e2f2a' },
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
      context.beginPath();
      context.arc(1100, 116, 10, 0, 7);
      context.fill();
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
      context.beginPath();
      context.moveTo(836 + dx, 200 + dy);
      context.lineTo(992 + dx, 200 + dy);
      context.stroke();
      for (let i = 0; i < 12; i++) {
        const age = (t * 0.34 + i / 12) % 1;
        const puff = mix([236, 236, 240], tones.glass, tones.lamp ? 0.5 : 0.12);
        paintGlow(
          context,
          1048 - age * 560,
          34 - Math.sqrt(age) * 120,
          34 + age * 130,
          puff,
          1.1 * (1 - age) ** 0.8,
        );
      }
      if (tones.lamp) paintGlow(context, 1102, 116, 90, [255, 240, 200], 0.8);
    },
  },
  plane: {
    ...{ width: 560, height: 240, foot: [280, 150], colour: '#eef1f5', floats: true },
    paint(context, tones) {
      context.fillStyle = css(mix(tones.dark, tones.body, 0.4));
      fillPath(context, 'M300 118 L238 40 L216 38 L256 122 Z M96 110 L70 76 L58 76 L72 114 Z');
      const skin = context.createLinearGradient(0, 96, 0, 168);
      skin.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.5)));
      skin.addColorStop(0.5, css(tones.body));
      skin.addColorStop(1, css(tones.dark));
      context.fillStyle = skin;
      fillPath(
        context,
        'M44 118 C120 102 400 98 470 110 C510 118 530 132 528 138 C522 150 470 158 400 160 C260 162 120 150 60 130 Z',
      );
      context.fillStyle = css(mix(tones.body, [200, 60, 60], 0.5));
      fillPath(context, 'M44 122 L16 44 L48 44 L108 112 Z');
      context.fillStyle = css(mix(tones.body, tones.dark, 0.35));
      fillPath(context, 'M320 138 L150 216 L126 214 L226 138 Z M112 124 L52 150 L40 148 L76 122 Z');
      context.fillStyle = css(mix(tones.dark, tones.body, 0.3));
      fillPath(context, 'M262 160 C300 156 306 162 306 170 C306 180 280 182 258 178 Z');
      context.fillStyle = css(tones.lamp ? [255, 224, 160] : tones.glass);
      for (let x = 130; x < 440; x += 17) context.fillRect(x, 120, 8, 8);
      fillPath(context, 'M476 116 L500 122 L486 128 L470 126 Z');
    },
  },
  rocket: {
    ...{ width: 240, height: 520, foot: [120, 380], colour: '#eceff4', floats: true },
    paint(context, tones) {
      const fin = css(mix(tones.dark, [196, 52, 44], 0.7));
      context.fillStyle = fin;
      fillPath(
        context,
        'M82 270 C48 300 36 340 40 378 L86 344 Z M158 270 C192 300 204 340 200 378 L154 344 Z',
      );
      const hull = context.createLinearGradient(70, 0, 170, 0);
      hull.addColorStop(0, css(tones.dark));
      hull.addColorStop(0.4, css(mix(tones.light, [255, 255, 255], 0.4)));
      hull.addColorStop(1, css(mix(tones.dark, tones.body, 0.3)));
      context.fillStyle = hull;
      fillPath(context, 'M120 24 C168 84 176 200 156 350 L84 350 C64 200 72 84 120 24 Z');
      context.fillStyle = fin;
      fillPath(context, 'M120 24 C140 48 152 76 158 104 L82 104 C88 76 100 48 120 24 Z');
      fillPath(context, 'M114 262 L126 262 L124 384 L116 384 Z');
      context.fillStyle = css(scale(tones.dark, 0.6));
      fillPath(context, 'M92 350 L148 350 L140 368 L100 368 Z');
      for (const [radius, colour] of [
        [25, mix(tones.dark, tones.body, 0.4)],
        [18, tones.lamp ? ([255, 220, 150] as const) : tones.glass],
      ] as const) {
        context.fillStyle = css(colour);
        context.beginPath();
        context.arc(120, 164, radius, 0, 7);
        context.fill();
      }
    },
    move(context, _tones, t) {
      context.globalCompositeOperation = 'lighter';
      for (let i = 0; i < 9; i++) {
        const age = (t * 1.4 + i / 9) % 1;
        const flicker = Math.sin(t * 23 + i * 3) * 5;
        paintGlow(
          context,
          120 + flicker,
          372 + age * 130,
          46 * (1 - age * 0.6),
          [255, 150 + 80 * (1 - age), 70],
          0.7 * (1 - age),
        );
      }
      paintGlow(context, 120, 376, 60, [255, 236, 190], 0.9);
      context.globalCompositeOperation = 'source-over';
    },
  },
  bicycle: {
    ...{ width: 300, height: 200, foot: [150, 184], colour: '#58b4d8' },
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
  paperboat: {
    ...{ width: 340, height: 240, foot: [170, 186], colour: '#f6f3ec' },
    paint(context, tones) {
      const white = mix(mix(tones.light, tones.body, 0.25), [255, 255, 255], luminance(tones.body) ** 2);
      const shade = mix(tones.body, tones.dark, 0.38);
      context.fillStyle = css(white);
      fillPath(context, 'M170 40 L96 152 L170 152 Z');
      context.fillStyle = css(shade);
      fillPath(context, 'M170 40 L244 152 L170 152 Z');
      const hull = context.createLinearGradient(20, 0, 320, 0);
      hull.addColorStop(0, css(white));
      hull.addColorStop(0.52, css(mix(white, shade, 0.3)));
      hull.addColorStop(0.54, css(mix(shade, tones.body, 0.3)));
      hull.addColorStop(1, css(shade));
      context.fillStyle = hull;
      fillPath(context, 'M14 108 L170 160 L326 108 L262 190 L78 190 Z');
      context.fillStyle = css(mix(shade, tones.dark, 0.3));
      fillPath(context, 'M14 108 L96 132 L80 152 Z M326 108 L244 132 L260 152 Z');
      context.strokeStyle = css(tones.dark, 0.35);
      context.lineWidth = 1.4;
      context.stroke(pathOf('M14 108 L170 160 L326 108 M170 160 L170 190 M170 40 L170 152'));
    },
  },
};

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
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.stroke();
  context.lineWidth = 1;
  context.strokeStyle = css(tones.light, 0.7);
  context.beginPath();
  for (let i = 0; i < 14; i++) {
    const angle = turn + (i / 14) * Math.PI * 2;
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  context.stroke();
}
