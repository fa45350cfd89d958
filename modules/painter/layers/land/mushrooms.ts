import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, scale } from '../../colour.ts';
import { lit, type Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { fillOval, fillPath } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';

/** Toadstools in the foreground that glow faintly in the dark. */
export function createMushrooms(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const random = createRandom(seed);
  const { canvas, context } = createSurface(200, 200);
  const dark = palette.night || spec.brightness < 0.8 || spec.glow > 0.2;
  const own = hex(spec.colours.mushrooms ?? (dark ? '#4fc8d8' : '#d03a2c'));
  const cap = dark ? mix(own, [255, 255, 255], 0.1) : lit(own, palette, 1.15);
  const stalk = context.createLinearGradient(84, 0, 116, 0);
  stalk.addColorStop(0, css(mix(lit([244, 236, 220], palette), cap, 0.1)));
  stalk.addColorStop(1, css(mix(scale([200, 186, 166], 0.5), cap, 0.15)));
  context.fillStyle = stalk;
  fillPath(context, 'M88 90 C94 130 90 160 78 196 L124 196 C112 160 108 130 114 90 Z');
  const dome = context.createRadialGradient(80, 50, 6, 100, 84, 96);
  dome.addColorStop(0, css(mix(cap, [255, 255, 255], 0.4)));
  dome.addColorStop(0.5, css(cap));
  dome.addColorStop(1, css(scale(cap, 0.45)));
  context.fillStyle = dome;
  fillPath(context, 'M14 102 C16 40 60 14 100 14 C142 14 184 42 186 102 C150 116 50 116 14 102 Z');
  context.fillStyle = css(mix(cap, [255, 252, 244], 0.85), 0.92);
  for (const [x, y, r] of [
    [70, 44, 10],
    [116, 36, 8],
    [144, 66, 11],
    [98, 72, 9],
    [46, 80, 8],
    [158, 92, 6],
  ] as const) {
    fillOval(context, x, y, r, r * 0.8);
  }
  const places = Array.from({ length: Math.min(40, spec.counts.mushrooms ?? 16) }, () => {
    const near = random();
    return {
      x: random() * WIDTH,
      y: HEIGHT - 130 + near * 140,
      size: between(random, 44, 84) * (0.6 + near),
      phase: random() * 7,
    };
  }).sort((a, b) => a.y - b.y);
  return {
    draw(target, { t, sway }) {
      for (const { x, y, size, phase } of places) {
        const px = x + sway * 30;
        target.drawImage(canvas, px - size / 2, y - size, size, size);
        if (!dark) continue;
        target.globalCompositeOperation = 'lighter';
        paintGlow(target, px, y - size * 0.6, size * 1.3, own, 0.4 + 0.14 * Math.sin(t * 1.1 + phase));
        target.globalCompositeOperation = 'source-over';
      }
    },
  };
}
