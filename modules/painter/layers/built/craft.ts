import { css, luminance, mix, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import { fillDisc, fillPath, pathOf } from '../effects/draw.ts';
import type { Sprite } from '../effects/sprite.ts';
import { paintGlow } from '../sky/celestial.ts';

/** Subjects that fly or float, in profile and facing right. */
export const CRAFT: Partial<Record<Subject, Sprite>> = {
  plane: {
    width: 560,
    height: 240,
    foot: [280, 150],
    colour: '#eef1f5',
    floats: true,
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
    width: 240,
    height: 520,
    foot: [120, 380],
    colour: '#eceff4',
    floats: true,
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
        fillDisc(context, 120, 164, radius);
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
  paperboat: {
    width: 340,
    height: 240,
    foot: [170, 186],
    colour: '#f6f3ec',
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
