import { css, luminance, mix, type Rgb, scale } from '../../colour.ts';
import type { Subject } from '../../spec/scene-spec.ts';
import { fillDisc, fillOval, fillPath, pathOf } from '../effects/draw.ts';
import type { Sprite, Tones } from '../effects/sprite.ts';
import { outline, silhouette } from './people.ts';

const CAT_HEAD =
  'M112 52 C110 34 114 18 122 8 L140 24 C150 20 164 20 172 24 L190 8 C198 20 200 36 198 54 C198 78 180 92 156 92 C130 92 112 78 112 52 Z';
const BIG_CAT =
  'M84 96 C130 84 190 88 236 84 C256 76 270 78 284 92 C300 104 300 134 282 146 C280 176 276 214 278 238 L254 240 C250 210 246 186 240 168 C200 178 150 178 124 170 C112 190 112 214 116 238 L92 240 C88 214 86 190 78 166 C66 190 66 214 70 236 L48 238 C44 200 42 160 50 126 C56 108 68 100 84 96 Z M214 164 C216 190 222 216 230 238 L208 240 C200 214 194 190 190 168 Z M58 110 C30 112 10 132 8 164 C8 180 18 186 24 178 C18 150 34 134 62 132 Z';

/** Animals in profile, facing right. Simpler silhouettes are in figure-outlines.ts. */
export const ANIMALS: Partial<Record<Subject, Sprite>> = {
  cat: {
    width: 260,
    height: 260,
    foot: [136, 248],
    colour: '#4a4038',
    paint(context, tones) {
      silhouette(context, tones, outline(tones), [
        'M126 78 C100 100 82 140 80 190 C78 220 86 240 104 248 L196 248 C202 240 196 234 186 234 C188 196 190 150 186 84 Z',
        CAT_HEAD,
      ]);
      eyes(
        context,
        [
          [140, 52],
          [174, 52],
        ],
        tones,
      );
    },
    move(context, tones, t) {
      const tip = Math.sin(t * 1.3) * 16;
      context.strokeStyle = css(outline(tones));
      context.lineWidth = 13;
      context.lineCap = 'round';
      context.stroke(
        pathOf(
          `M96 238 C60 250 30 ${238 + tip * 0.4} 34 ${204 + tip} C36 ${190 + tip} 46 ${184 + tip} 52 ${188 + tip}`,
        ),
      );
    },
  },
  tiger: {
    width: 400,
    height: 256,
    foot: [180, 244],
    colour: '#e0822a',
    paint(context, tones) {
      const fur = mix(tones.body, tones.dark, 0.12);
      silhouette(context, tones, fur, [BIG_CAT, headAt(278, 62)]);
      context.strokeStyle = css(scale(tones.dark, 0.4));
      context.lineWidth = 7;
      context.lineCap = 'round';
      context.stroke(
        pathOf(
          'M98 96 C100 116 96 132 88 146 M126 92 C130 116 128 136 120 156 M158 90 C162 114 160 138 154 160 M190 88 C194 112 194 134 188 158 M222 88 C226 108 228 128 222 150 M56 132 C62 140 66 150 66 160 M14 150 L26 152 M26 128 L36 138 M94 200 L112 198 M52 196 L66 196 M256 196 L276 192 M296 44 L300 58 M314 42 L314 56 M332 44 L328 58',
        ),
      );
      face(context, tones, 278, 62);
    },
  },
  lion: {
    width: 420,
    height: 256,
    foot: [180, 244],
    colour: '#c99645',
    paint(context, tones) {
      const mane = mix(scale(tones.body, 0.55), tones.dark, 0.2);
      const fur = mix(tones.body, tones.dark, 0.12);
      silhouette(context, tones, fur, [BIG_CAT]);
      silhouette(context, tones, mane, [
        'M312 4 C346 2 372 22 378 54 C386 92 372 128 344 146 C320 166 282 168 258 150 C236 132 234 96 244 64 C252 30 278 6 312 4 Z',
        'M6 158 C0 176 8 196 22 194 C34 190 32 170 24 160 Z',
      ]);
      silhouette(context, tones, fur, [headAt(278, 66)]);
      face(context, tones, 278, 66);
    },
  },
  rabbit: {
    width: 220,
    height: 220,
    foot: [110, 210],
    colour: '#b09a86',
    paint(context, tones) {
      const fur = mix(tones.body, tones.dark, 0.2);
      silhouette(context, tones, fur, [
        'M40 160 C40 116 78 92 116 98 C150 104 166 136 164 170 C166 186 176 198 182 206 L150 210 L56 210 C44 198 40 180 40 160 Z',
        'M128 100 C124 78 138 62 158 60 C180 60 196 74 196 92 C194 110 176 120 156 120 C140 120 130 112 128 100 Z',
        'M146 66 C126 44 118 18 126 6 C142 8 158 36 160 62 Z M160 62 C154 36 160 12 172 4 C184 16 182 44 172 64 Z',
      ]);
      context.fillStyle = css(mix(tones.light, [255, 255, 255], 0.6));
      fillDisc(context, 44, 178, 17);
      eyes(context, [[170, 84]], tones);
    },
  },
  camel: {
    width: 360,
    height: 330,
    foot: [170, 320],
    colour: '#b8854a',
    paint(context, tones) {
      silhouette(context, tones, coatOf(tones), [
        'M52 150 C60 120 90 120 104 134 C116 84 146 84 158 132 C170 84 204 84 216 136 C232 148 246 152 258 140 C268 118 272 88 282 70 C284 60 294 52 304 52 L308 44 L314 54 C330 58 344 68 346 78 C340 88 322 90 308 88 C304 120 296 156 276 178 C262 190 250 192 244 194 C244 230 246 280 248 314 L256 320 L230 320 C228 280 224 236 216 200 C180 206 136 206 110 200 C102 236 102 280 104 314 L112 320 L86 320 C82 280 82 236 76 198 C60 188 50 170 52 150 Z',
        'M196 200 C198 240 200 284 202 320 L182 320 C180 284 178 240 176 202 Z M132 200 C134 240 134 284 136 320 L118 320 C116 284 114 240 112 200 Z',
        'M56 152 C44 164 42 190 46 208 L52 206 C52 188 56 172 62 162 Z',
      ]);
      eyes(context, [[316, 66]], tones);
    },
  },
  swan: {
    width: 300,
    height: 240,
    foot: [140, 196],
    colour: '#f7f8fa',
    paint(context, tones) {
      const white = context.createLinearGradient(0, 60, 0, 210);
      white.addColorStop(0, css(mix(tones.light, [255, 255, 255], 0.7)));
      white.addColorStop(1, css(mix(tones.body, tones.dark, 0.3)));
      context.fillStyle = white;
      fillPath(
        context,
        'M22 130 C60 108 96 104 132 116 C160 122 186 132 202 128 C224 118 228 98 216 78 C204 58 210 30 236 26 C258 24 268 40 270 52 C258 48 244 52 240 62 C242 84 256 110 250 142 C244 180 204 202 152 204 C96 206 44 186 22 130 Z',
      );
      context.fillStyle = css(mix([236, 116, 40], tones.dark, 0.1));
      fillPath(context, 'M268 46 C282 50 290 56 294 62 C284 64 270 62 260 56 Z');
      context.fillStyle = css(scale(tones.dark, 0.4));
      fillPath(context, 'M252 40 L270 48 L262 56 L250 50 Z');
      context.strokeStyle = css(tones.dark, 0.35);
      context.lineWidth = 3;
      context.stroke(
        pathOf(
          'M40 138 C80 134 130 142 176 150 M54 154 C90 152 130 158 168 166 M76 172 C100 172 130 176 156 180',
        ),
      );
    },
  },
  owl: {
    width: 260,
    height: 300,
    foot: [130, 288],
    colour: '#7a5c40',
    paint(context, tones) {
      context.fillStyle = css(mix(tones.dark, [50, 34, 26], 0.5));
      fillPath(context, 'M0 246 C60 236 200 256 260 240 L260 262 C200 274 60 256 0 268 Z');
      const feathers = mix(tones.body, tones.dark, 0.4);
      silhouette(context, tones, feathers, [
        'M70 60 C62 40 62 24 66 12 C84 20 100 28 130 28 C160 28 176 20 194 12 C198 24 198 40 190 60 C210 100 208 190 176 244 L84 244 C52 190 50 100 70 60 Z',
      ]);
      context.fillStyle = css(mix(tones.light, tones.body, 0.4), 0.8);
      fillPath(
        context,
        'M94 120 C106 110 154 110 166 120 C176 160 168 210 154 238 L106 238 C92 210 84 160 94 120 Z',
      );
      context.strokeStyle = css(tones.dark, 0.7);
      context.lineWidth = 3;
      for (let row = 0; row < 6; row++)
        for (let i = 0; i < 4; i++)
          context.stroke(pathOf(`M${100 + i * 16 + (row % 2) * 7} ${134 + row * 17} q5 8 10 0`));
      for (const x of [103, 157]) {
        for (const [radius, colour] of [
          [27, mix(tones.light, [236, 220, 190], 0.5)],
          [19, [255, 196, 60]],
          [11, [16, 12, 16]],
        ] as [number, Rgb][]) {
          context.fillStyle = css(colour);
          fillDisc(context, x, 76, radius);
        }
      }
      context.fillStyle = css([226, 160, 60]);
      fillPath(context, 'M122 84 L138 84 L130 108 Z');
    },
  },
};

/** Against the light any coat looks dark, a white one less so. */
function coatOf(tones: Tones): Rgb {
  return mix(outline(tones), tones.body, 0.32 + 0.55 * luminance(tones.body) ** 1.5);
}

function headAt(x: number, y: number): string {
  return `M${x} ${y} C${x} ${y - 26} ${x + 18} ${y - 36} ${x + 38} ${y - 34} C${x + 60} ${y - 34} ${x + 74} ${y - 18} ${x + 76} ${y + 4} C${x + 90} ${y + 12} ${x + 94} ${y + 28} ${x + 84} ${y + 38} C${x + 62} ${y + 54} ${x + 18} ${y + 54} ${x + 4} ${y + 34} Z M${x + 4} ${y - 20} a11 11 0 1 1 20 -10 Z M${x + 46} ${y - 34} a11 11 0 1 1 22 12 Z`;
}

function face(context: Parameters<Sprite['paint']>[0], tones: Tones, x: number, y: number): void {
  context.fillStyle = css(mix(tones.light, [255, 246, 230], 0.55), 0.85);
  fillPath(
    context,
    `M${x + 56} ${y + 14} C${x + 74} ${y + 8} ${x + 92} ${y + 16} ${x + 84} ${y + 36} C${x + 66} ${y + 48} ${x + 48} ${y + 40} ${x + 50} ${y + 28} Z`,
  );
  context.fillStyle = css([40, 24, 28]);
  fillPath(context, `M${x + 74} ${y + 8} L${x + 92} ${y + 12} L${x + 84} ${y + 22} Z`);
  eyes(context, [[x + 54, y + 2]], tones);
}

function eyes(
  context: Parameters<Sprite['paint']>[0],
  places: readonly (readonly [number, number])[],
  tones: Tones,
): void {
  for (const [x, y] of places) {
    context.fillStyle = css(tones.lamp ? [255, 214, 110] : [214, 190, 110]);
    fillOval(context, x, y, 5.5, 4.6);
    context.fillStyle = '#0c0a0c';
    fillOval(context, x + 0.6, y, 2, 4);
  }
}
