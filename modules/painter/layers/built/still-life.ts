import { css, mix, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import { fillOval, fillPath, pathOf } from '../effects/draw.ts';
import type { Sprite } from '../effects/sprite.ts';
import { paintGlow } from '../sky/celestial.ts';

/** The petals of a rose from back to front, each with its lightness. */
const ROSE: readonly (readonly [level: number, path: string])[] = [
  [0.2, 'M96 176 C80 110 130 56 210 60 C290 56 342 110 324 176 C316 250 110 250 96 176 Z'],
  [0.1, 'M120 160 C116 100 160 70 214 72 C268 70 304 106 300 160 C280 210 140 210 120 160 Z'],
  [0.45, 'M150 150 C146 108 176 82 214 84 C250 82 276 106 272 150 C256 186 168 186 150 150 Z'],
  [0.1, 'M172 146 C172 118 190 102 214 104 C238 104 252 120 250 146 C240 168 184 168 172 146 Z'],
  [0.6, 'M188 146 C186 126 200 116 216 118 C232 118 240 130 236 146 C228 158 196 158 188 146 Z'],
  [0.0, 'M202 146 C198 134 210 128 218 132 C228 138 222 150 212 150 Z'],
  [
    0.55,
    'M120 150 C140 176 180 184 208 172 C196 214 200 262 214 300 C160 300 112 262 108 210 C106 188 110 166 120 150 Z',
  ],
  [
    0.4,
    'M302 148 C284 176 244 186 208 172 C220 214 216 262 208 300 C262 300 312 262 316 210 C318 188 312 164 302 148 Z',
  ],
  [
    0.75,
    'M92 172 C110 206 150 222 188 216 C196 246 206 282 226 312 C168 330 112 306 92 258 C78 226 80 196 92 172 Z',
  ],
  [
    0.6,
    'M328 170 C312 208 268 226 226 218 C216 250 204 286 190 312 C250 332 312 306 332 258 C344 226 342 196 328 170 Z',
  ],
  [0.9, 'M152 226 C186 244 236 246 272 228 C272 268 252 306 212 322 C174 308 150 270 152 226 Z'],
];

/** Subjects seen close up. */
export const STILL_LIFE: Partial<Record<Subject, Sprite>> = {
  rose: {
    width: 420,
    height: 720,
    foot: [210, 720],
    colour: '#c8202c',
    paint(context, tones) {
      const stem = mix(tones.dark, [38, 92, 44], 0.75);
      context.strokeStyle = css(stem);
      context.lineWidth = 12;
      context.lineCap = 'round';
      context.stroke(pathOf('M210 300 C224 420 200 560 214 720'));
      for (const side of [-1, 1]) {
        context.save();
        context.translate(212, side < 0 ? 520 : 440);
        context.scale(side, 1);
        const leaf = context.createLinearGradient(0, -60, 120, 0);
        leaf.addColorStop(0, css(scale(stem, 0.7)));
        leaf.addColorStop(1, css(mix(stem, [120, 180, 80], 0.5)));
        context.fillStyle = leaf;
        fillPath(context, 'M0 20 C30 -50 90 -70 150 -52 C130 10 70 40 0 20 Z');
        context.strokeStyle = css(scale(stem, 0.6));
        context.lineWidth = 2;
        context.stroke(pathOf('M0 20 C50 -10 100 -34 150 -52'));
        context.restore();
      }
      context.fillStyle = css(stem);
      fillPath(
        context,
        'M130 262 C160 330 260 330 290 262 C316 300 300 330 268 330 L152 330 C118 330 104 300 130 262 Z',
      );
      const shade = (level: number) => {
        const fill = context.createLinearGradient(110, 60, 310, 320);
        fill.addColorStop(0, css(mix(tones.body, tones.light, Math.min(1, level + 0.25))));
        fill.addColorStop(0.55, css(mix(tones.dark, tones.body, 0.35 + level * 0.65)));
        fill.addColorStop(1, css(mix(scale(tones.dark, 0.7), tones.body, level * 0.6)));
        return fill;
      };
      for (const [level, path] of ROSE) {
        context.fillStyle = shade(level);
        fillPath(context, path);
        context.strokeStyle = css(mix(tones.light, [255, 255, 255], 0.2), 0.16 + level * 0.2);
        context.lineWidth = 2;
        context.stroke(pathOf(path));
      }
    },
  },
  campfire: {
    width: 320,
    height: 300,
    foot: [160, 276],
    colour: '#5a3a26',
    paint(context, tones) {
      paintGlow(context, 160, 262, 158, [255, 130, 50], 0.35);
      for (let i = 0; i < 9; i++) {
        const angle = (i / 8) * Math.PI;
        context.fillStyle = css(mix(tones.dark, [96, 92, 96], 0.5));
        fillOval(context, 160 - Math.cos(angle) * 116, 268 + Math.sin(angle) * 12, 20, 14);
      }
      context.lineCap = 'round';
      context.lineWidth = 20;
      for (const path of ['M92 268 L226 232', 'M228 268 L94 232', 'M160 276 L160 224']) {
        context.strokeStyle = css(mix(tones.dark, [74, 46, 30], 0.7));
        context.stroke(pathOf(path));
      }
    },
    move(context, _tones, t) {
      context.globalCompositeOperation = 'lighter';
      for (const [reach, width, colour] of [
        [190, 92, 'rgba(255,86,22,0.55)'],
        [150, 66, 'rgba(255,150,40,0.6)'],
        [96, 40, 'rgba(255,230,140,0.75)'],
      ] as const) {
        for (let i = -1; i <= 1; i++) {
          const sway = Math.sin(t * 4.1 + i * 2.2) * 14 + Math.sin(t * 7.3 + i) * 6;
          const height = reach * (1 - Math.abs(i) * 0.34) * (0.88 + 0.12 * Math.sin(t * 6 + i * 1.7));
          const [x, half] = [160 + i * width * 0.42, width * 0.5];
          context.fillStyle = colour;
          context.beginPath();
          context.moveTo(x - half * 0.6, 252);
          context.bezierCurveTo(
            x - half * 1.1,
            252 - height * 0.4,
            x + sway * 0.3,
            252 - height * 0.5,
            x + sway,
            252 - height,
          );
          context.bezierCurveTo(
            x + half * 0.5 + sway * 0.4,
            252 - height * 0.55,
            x + half * 1.1,
            252 - height * 0.35,
            x + half * 0.6,
            252,
          );
          context.fill();
        }
      }
      paintGlow(context, 160, 210, 210 + Math.sin(t * 5) * 12, [255, 140, 56], 0.55);
      context.globalCompositeOperation = 'source-over';
    },
  },
};
