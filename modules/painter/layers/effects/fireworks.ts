import { createRandom } from '../../../generator/random.ts';
import { css, fromOklch, hex, mix, type Rgb } from '../../colour.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Layer, WIDTH } from '../../surface.ts';
import { paintGlow } from '../sky/celestial.ts';
import { strokeLine } from './draw.ts';

/** Scene seconds of a shell, from its launch until its sparks have faded. */
export const SHELL_SECONDS = 3.2;
/** Share of that time until it bursts. */
export const LAUNCHED = 0.2;
const SPARKS = 60;

/** Shells in the air at a time. */
export const shellsIn = ({ counts }: SceneSpec): number => Math.min(12, Math.max(1, counts.fireworks ?? 4));

/** Shells that climb, burst and rain sparks, each with its own timing and colour. */
export function createFireworks(spec: SceneSpec, horizonY: number, seed: number): Layer {
  const shells = shellsIn(spec);
  const asked = spec.colours.fireworks;
  return {
    draw(context, { t }) {
      context.globalCompositeOperation = 'lighter';
      context.lineCap = 'round';
      for (let i = 0; i < shells; i++) {
        const at = t / SHELL_SECONDS + i / shells;
        const random = createRandom(seed + i * 131 + Math.floor(at) * 977);
        const x = WIDTH * (0.1 + 0.8 * ((i * 0.618 + random() * 0.3) % 1));
        const y = horizonY * (0.16 + 0.42 * random());
        const colour = asked
          ? hex(asked)
          : fromOklch({ lightness: 0.74, chroma: 0.21, hue: 20 + i * 83 + random() * 60 });
        burst(context, at % 1, x, y, horizonY, 110 + random() * 110, colour, random);
      }
      context.globalCompositeOperation = 'source-over';
    },
  };
}

function burst(
  context: Parameters<Layer['draw']>[0],
  age: number,
  x: number,
  y: number,
  groundY: number,
  reach: number,
  colour: Rgb,
  random: () => number,
): void {
  if (age < LAUNCHED) {
    const rise = 1 - (1 - age / LAUNCHED) ** 2;
    const at = groundY + (y - groundY) * rise;
    context.strokeStyle = css([255, 214, 150], 0.5);
    context.lineWidth = 2;
    strokeLine(context, x, at + 46 * (1 - rise) + 8, x, at);
    paintGlow(context, x, at, 14, [255, 230, 180], 0.9);
    return;
  }
  const life = (age - LAUNCHED) / (1 - LAUNCHED);
  const fade = (1 - life) ** 0.8;
  const open = 1 - (1 - Math.min(1, life * 1.5)) ** 3;
  paintGlow(context, x, y, reach * 1.4, colour, 0.8 * fade * (1 - life));
  if (life < 0.14) paintGlow(context, x, y, reach * 0.8, [255, 255, 255], 1 - life / 0.14);
  const spark = mix(colour, [255, 255, 255], Math.max(0, 0.6 - life));
  context.strokeStyle = css(spark, fade);
  context.lineWidth = 3.4 - life * 1.6;
  context.beginPath();
  const tips: [number, number][] = [];
  for (let i = 0; i < SPARKS; i++) {
    const angle = (i / SPARKS) * Math.PI * 2 + random() * 0.1;
    const far = reach * open * (0.45 + 0.55 * Math.sqrt(random()));
    const tail = far * Math.max(0.2, 0.72 - life * 0.5);
    const fall = 90 * life * life;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle) * 0.96];
    context.moveTo(x + dx * tail, y + dy * tail + fall * 0.6);
    context.lineTo(x + dx * far, y + dy * far + fall);
    if (i % 3 === 0) tips.push([x + dx * far, y + dy * far + fall]);
  }
  context.stroke();
  context.fillStyle = css([255, 250, 235], fade);
  for (const [px, py] of tips) context.fillRect(px - 1.5, py - 1.5, 3, 3);
  // reflected by water and wet streets below
  paintGlow(context, x, groundY + 50, reach * 1.1, colour, 0.22 * fade);
}
