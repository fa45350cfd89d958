import { between, createRandom } from '../../../generator/random.ts';
import type { Rgb } from '../../colour.ts';
import { createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { paintGlow } from './celestial.ts';

const COLOURS: readonly Rgb[] = [
  [150, 186, 255],
  [206, 164, 255],
  [140, 236, 240],
];

/** Stars that drift on dark water like a river of light. */
export function createStarWater(horizonY: number, seed: number): Layer {
  const random = createRandom(seed);
  const sprites = COLOURS.map((colour) => {
    const { canvas, context } = createSurface(48, 48);
    paintGlow(context, 24, 24, 24, colour, 0.8);
    paintGlow(context, 24, 24, 7, [255, 255, 255], 1);
    return canvas;
  });
  const milk = createSurface(320, 180);
  for (let i = 0; i < 90; i++) {
    const near = i / 90;
    const middle = 160 + Math.sin(near * 4.2 + 0.6) * 30;
    const spread = (random() + random() - 1) * (14 + near * 90);
    paintGlow(
      milk.context,
      middle + spread,
      near * 186,
      8 + near * 50,
      COLOURS[i % COLOURS.length] as Rgb,
      0.2,
    );
  }
  const stars = Array.from({ length: 420 }, (_, i) => {
    const near = random() ** 1.5;
    const stream = (random() + random() + random() + random()) / 4 - 0.5;
    return {
      near,
      stream,
      along: random(),
      size: random() < 0.08 ? between(random, 26, 44) : between(random, 7, 18),
      phase: random() * 7,
      sprite: sprites[i % sprites.length],
    };
  });
  return {
    draw(context, { t }) {
      context.globalCompositeOperation = 'lighter';
      context.drawImage(milk.canvas, 0, horizonY, WIDTH, HEIGHT - horizonY);
      for (const { near, stream, along, size, phase, sprite } of stars) {
        if (!sprite) continue;
        const drift = (along + t * 0.012) % 1;
        const y = horizonY + 6 + near * (HEIGHT - horizonY);
        const middle = WIDTH / 2 + Math.sin(near * 4.2 + 0.6) * 120;
        const x = middle + (stream * 2 + (drift - 0.5) * 0.5) * (120 + near * 900);
        context.globalAlpha = 0.45 + 0.55 * Math.abs(Math.sin(t * 0.9 + phase)) * Math.sin(drift * Math.PI);
        const width = size * (0.5 + near);
        context.drawImage(sprite, x - width / 2, y - width * 0.3, width, width * 0.6);
      }
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  };
}
