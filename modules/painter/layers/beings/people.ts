import { css, mix, type Rgb, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import type { Context } from '../../surface.ts';
import { fillDisc, fillPath, fillRound, pathOf } from '../effects/draw.ts';
import type { Sprite, Tones } from '../effects/sprite.ts';

const NEAR_BLACK: Rgb = [24, 20, 28];

/** People and humanoids. */
export const PEOPLE: Partial<Record<Subject, Sprite>> = {
  dancer: {
    width: 300,
    height: 400,
    foot: [158, 388],
    colour: '#8a2f4a',
    paint(context, tones) {
      const skin = outline(tones);
      silhouette(context, tones, skin, [
        'M148 44 A19 21 0 1 1 186 48 A19 21 0 0 1 148 44 Z M160 22 C158 8 182 6 180 24 Z',
        'M162 62 L174 62 C178 76 188 82 192 92 C214 66 240 40 262 14 L270 20 C252 56 226 92 196 114 C196 132 192 150 192 160 L148 160 C148 140 146 122 142 110 C112 112 76 104 40 84 L44 76 C80 86 114 88 144 84 C152 80 160 74 162 62 Z',
        'M160 236 C166 290 162 344 154 388 L142 390 C144 340 138 290 136 240 Z',
        'M176 236 C206 270 246 284 288 284 L290 292 C242 300 190 284 158 246 Z',
      ]);
      context.fillStyle = css(tones.body);
      fillPath(
        context,
        'M146 148 L194 148 C214 176 250 200 274 214 C230 246 100 250 56 226 C98 206 132 178 146 148 Z',
      );
      context.fillStyle = css(mix(tones.light, tones.body, 0.3), 0.55);
      fillPath(
        context,
        'M186 150 C206 178 244 202 274 214 C258 224 240 230 220 232 C212 204 198 178 178 150 Z',
      );
    },
  },
  astronaut: {
    width: 260,
    height: 360,
    foot: [130, 348],
    colour: '#eef0f4',
    floats: true,
    paint(context, tones) {
      const suit = context.createLinearGradient(40, 0, 220, 0);
      suit.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.5)));
      suit.addColorStop(0.55, css(mix(tones.body, [226, 230, 238], 0.5)));
      suit.addColorStop(1, css(mix(tones.dark, tones.body, 0.35)));
      context.fillStyle = css(mix(tones.dark, tones.body, 0.45));
      fillRound(context, 62, 104, 136, 122, 18);
      context.fillStyle = suit;
      fillPath(
        context,
        'M84 120 C60 128 46 160 40 196 C36 214 30 228 30 238 C34 250 52 252 60 240 C68 222 74 204 84 190 Z',
      );
      fillPath(
        context,
        'M176 120 C200 128 214 160 220 196 C224 214 230 228 230 238 C226 250 208 252 200 240 C192 222 186 204 176 190 Z',
      );
      fillPath(
        context,
        'M82 116 C100 106 160 106 178 116 C186 150 186 196 180 232 L176 330 C176 344 190 344 190 350 L140 350 L134 250 L126 250 L120 350 L70 350 C70 344 84 344 84 330 L80 232 C74 196 74 150 82 116 Z',
      );
      fillDisc(context, 130, 72, 52);
      const visor = context.createLinearGradient(96, 44, 166, 104);
      visor.addColorStop(0, '#ffe9a8');
      visor.addColorStop(0.35, '#c8862c');
      visor.addColorStop(1, '#2a1a2c');
      context.fillStyle = visor;
      fillRound(context, 92, 44, 78, 58, 26);
      context.fillStyle = 'rgba(255,255,255,0.55)';
      fillPath(context, 'M104 58 C110 50 124 48 132 50 C120 54 112 62 108 74 C102 70 101 64 104 58 Z');
      context.fillStyle = css(mix(tones.dark, tones.body, 0.55));
      fillRound(context, 100, 148, 60, 40, 7);
      for (const [x, colour] of [
        [110, '#d8483a'],
        [126, '#3a8ad8'],
        [142, '#e8c040'],
      ] as const) {
        context.fillStyle = colour;
        context.fillRect(x, 158, 9, 9);
      }
      context.strokeStyle = css(tones.dark, 0.45);
      context.lineWidth = 3;
      context.stroke(
        pathOf(
          'M82 236 L178 236 M86 290 L122 290 M138 290 L176 290 M50 186 L80 196 M210 186 L180 196 M86 118 C110 128 150 128 174 118',
        ),
      );
    },
  },
  robot: {
    width: 240,
    height: 360,
    foot: [120, 350],
    colour: '#9fb0c0',
    paint(context, tones) {
      const metal = context.createLinearGradient(50, 0, 190, 0);
      metal.addColorStop(0, css(tones.light));
      metal.addColorStop(0.5, css(tones.body));
      metal.addColorStop(1, css(tones.dark));
      context.fillStyle = css(tones.dark);
      for (const x of [88, 132]) context.fillRect(x, 250, 20, 80);
      for (const x of [38, 182]) context.fillRect(x, 150, 18, 90);
      context.fillRect(108, 100, 24, 24);
      context.fillStyle = metal;
      fillRound(context, 66, 30, 108, 78, 20);
      fillRound(context, 56, 118, 128, 138, 22);
      for (const x of [72, 128]) fillRound(context, x, 322, 44, 28, 10);
      for (const x of [30, 174]) fillRound(context, x, 130, 36, 40, 16);
      for (const x of [34, 178]) fillRound(context, x, 226, 28, 32, 12);
      context.fillStyle = css(scale(tones.dark, 0.5));
      fillRound(context, 80, 48, 80, 38, 16);
      fillRound(context, 84, 142, 72, 52, 10);
      context.strokeStyle = css(tones.body);
      context.lineWidth = 4;
      context.stroke(pathOf('M120 30 L120 10'));
    },
    move(context, _tones, t) {
      context.fillStyle = `rgba(110,240,255,${Math.sin(t * 0.9) > 0.97 ? 0.2 : 0.95})`;
      for (const x of [102, 138]) fillDisc(context, x, 67, 8.5);
      context.fillStyle = `rgba(255,110,90,${(0.6 + 0.4 * Math.sin(t * 3)).toFixed(2)})`;
      fillDisc(context, 120, 9, 6);
      context.fillStyle = 'rgba(110,240,255,0.8)';
      for (let i = 0; i < 5; i++) {
        const height = 8 + 22 * Math.abs(Math.sin(t * 1.7 + i * 1.3));
        context.fillRect(94 + i * 11, 184 - height, 7, height);
      }
    },
  },
  snowman: {
    width: 240,
    height: 340,
    foot: [120, 326],
    colour: '#f2f6fb',
    paint(context, tones) {
      for (const [y, radius] of [
        [262, 70],
        [162, 52],
        [84, 38],
      ] as const) {
        const ball = context.createRadialGradient(104, y - radius * 0.4, radius * 0.1, 120, y, radius);
        ball.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.7)));
        ball.addColorStop(1, css(mix(tones.body, tones.dark, 0.35)));
        context.fillStyle = ball;
        fillDisc(context, 120, y, radius);
      }
      context.fillStyle = css(mix(tones.dark, NEAR_BLACK, 0.7));
      context.fillRect(86, 46, 68, 9);
      context.fillRect(97, 4, 46, 44);
      for (const [x, y] of [
        [108, 78],
        [134, 78],
        [122, 146],
        [122, 168],
        [122, 192],
      ] as const)
        fillDisc(context, x, y, 4.5);
      context.fillStyle = css(mix([236, 120, 40], tones.dark, 0.15));
      fillPath(context, 'M122 84 L160 94 L122 94 Z');
      context.fillStyle = css(mix([200, 44, 48], tones.dark, 0.2));
      fillPath(
        context,
        'M84 112 C104 124 138 124 156 112 L158 126 C150 130 146 132 140 132 L148 178 L128 178 L124 134 C108 134 94 132 82 126 Z',
      );
      context.strokeStyle = css(mix(tones.dark, [70, 46, 32], 0.7));
      context.lineWidth = 5;
      context.lineCap = 'round';
      context.stroke(pathOf('M72 152 L22 116 M36 126 L26 138 M168 152 L220 112 M206 122 L220 132'));
    },
  },
};

/** Paints dark shapes with a bright rim on the side facing the light. */
export function silhouette(context: Context, tones: Tones, fill: Rgb, shapes: readonly string[]): void {
  context.fillStyle = css(tones.rim, 0.9);
  for (const shape of shapes) fillPath(context, shape);
  context.save();
  context.translate(-2, 2.4);
  context.fillStyle = css(fill);
  context.globalCompositeOperation = 'source-atop';
  for (const shape of shapes) fillPath(context, shape);
  context.restore();
}

/** The fill of a backlit figure: its own colour, darkened. */
export function outline(tones: Tones): Rgb {
  return mix(scale(tones.dark, 0.7), NEAR_BLACK, 0.35);
}
