import { between, createRandom, type Random } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createSurface, HEIGHT, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { fillDisc, fillOval, strokeLine } from '../effects/draw.ts';

/** Butterflies that flutter along wandering paths; nearer ones are larger. */
export function createButterflies(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const random = createRandom(seed);
  const asked = spec.colours.butterflies;
  const natural = ['#f08a24', '#3f86e0', '#f4d03a', '#fbf3ea', '#b05ad0', '#e8506a'];
  const wings = natural.map((text, i) => {
    const colour = asked ? mix(hex(asked), [255, 255, 255], (i % 3) * 0.16) : hex(text);
    return paintWing(mix(lit(colour, palette, 1.25), colour, 0.45), random);
  });
  const count = Math.min(60, spec.counts.butterflies ?? 15);
  const items = Array.from({ length: count }, (_, i) => ({
    wing: wings[i % wings.length] as Surface,
    x: between(random, 0.04, 0.96) * WIDTH,
    y: between(random, 0.32, 0.86) * HEIGHT,
    size: 13 + random() ** 2.4 * 38 * (count < 4 ? 1.5 : 1),
    beat: between(random, 7, 11),
    phase: random() * 7,
    roam: between(random, 50, 170),
  }));
  return {
    draw(context, { t }) {
      for (const item of items) {
        const p = t * 0.34 + item.phase;
        const x = item.x + Math.sin(p * 1.3) * item.roam + Math.sin(p * 3.1) * 24;
        const y = item.y + Math.cos(p * 1.7) * item.roam * 0.45 + Math.sin(t * 2.3 + item.phase) * 9;
        const heading = Math.cos(p * 1.3) * 0.7;
        const open = 0.2 + 0.8 * Math.abs(Math.cos(t * item.beat * 0.5 + item.phase));
        const zoom = item.size / 64;
        context.save();
        context.translate(x, y);
        context.rotate(heading * 0.6);
        for (const side of [-1, 1]) {
          context.save();
          context.transform(side * open * zoom, side * -0.16 * zoom, 0, zoom, 0, 0);
          context.drawImage(item.wing, 0, -56);
          context.restore();
        }
        context.fillStyle = 'rgba(28,20,22,0.9)';
        fillOval(context, 0, 0, 3 * zoom, 22 * zoom);
        context.restore();
      }
    },
  };
}

function paintWing(colour: Rgb, random: Random): Surface {
  const { canvas, context } = createSurface(96, 120);
  const rim = scale(colour, 0.22);
  const shapes: [number, number, number, number, number, number, number, number][] = [
    [0, 52, 26, -14, 112, -8, 80, 44],
    [0, 58, 40, 50, 92, 70, 50, 108],
  ];
  for (const [x, y, ax, ay, bx, by, ex, ey] of shapes) {
    const path = () => {
      context.beginPath();
      context.moveTo(x, y);
      context.bezierCurveTo(ax, ay, bx, by, ex, ey);
      context.bezierCurveTo(ex * 0.7, ey + 14, 14, 78, x, y);
    };
    const fill = context.createRadialGradient(4, 56, 2, 4, 56, 92);
    fill.addColorStop(0, css(mix(colour, [255, 250, 230], 0.5)));
    fill.addColorStop(0.55, css(colour));
    fill.addColorStop(0.86, css(scale(colour, 0.75)));
    fill.addColorStop(1, css(rim));
    path();
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = css(rim, 0.9);
    context.lineWidth = 4;
    path();
    context.stroke();
    context.lineWidth = 1;
    context.strokeStyle = css(rim, 0.5);
    for (let i = 1; i < 5; i++) {
      strokeLine(context, x, y, ex * (0.4 + i * 0.16), ey * (1 - i * 0.05) - (ey < 60 ? i * 6 - 12 : 0));
    }
  }
  context.fillStyle = 'rgba(255,250,240,0.85)';
  for (let i = 0; i < 4; i++) {
    fillDisc(context, 70 - i * 4 + random() * 4, 16 + i * 9, 1.8);
  }
  return canvas;
}
