import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette } from '../../palette.ts';
import type { SceneSpec, Swarm } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Surface } from '../../surface.ts';
import { fillDisc, fillPath, pathOf } from '../effects/draw.ts';

/** A flower with a recognisable shape. */
interface Bloom {
  colours: readonly string[];
  /** scale of the head relative to a meadow flower */
  size: number;
  /** paints in a 96×96 box */
  paint(context: Context, colour: Rgb): void;
}

const BLOOMS: Partial<Record<Swarm, Bloom>> = {
  sunflowers: {
    colours: ['#ffc21f', '#ffb01a', '#ffd23c'],
    size: 1.75,
    paint(context, colour) {
      for (const [count, reach, wide, shade] of [
        [20, 46, 8.5, 0.78],
        [20, 41, 7, 1],
      ] as const) {
        for (let i = 0; i < count; i++) {
          context.save();
          context.rotate(((i + (shade === 1 ? 0.5 : 0)) / count) * Math.PI * 2);
          const petal = context.createLinearGradient(14, 0, reach, 0);
          petal.addColorStop(0, css(mix(scale(colour, shade * 0.8), [200, 90, 10], 0.4)));
          petal.addColorStop(0.5, css(scale(colour, shade)));
          petal.addColorStop(1, css(mix(scale(colour, shade), [255, 246, 170], 0.3)));
          context.fillStyle = petal;
          context.beginPath();
          context.moveTo(12, -wide * 0.5);
          context.quadraticCurveTo(reach * 0.7, -wide, reach, 0);
          context.quadraticCurveTo(reach * 0.7, wide, 12, wide * 0.5);
          context.fill();
          context.restore();
        }
      }
      const seeds = context.createRadialGradient(0, 0, 2, 0, 0, 21);
      seeds.addColorStop(0, '#6a4a1c');
      seeds.addColorStop(0.45, '#2e1a0c');
      seeds.addColorStop(1, '#5c3614');
      context.fillStyle = seeds;
      fillDisc(context, 0, 0, 21);
      context.fillStyle = 'rgba(214,160,70,0.55)';
      for (let i = 0; i < 70; i++) {
        const [angle, away] = [i * 2.39996, 2.35 * Math.sqrt(i)];
        context.fillRect(Math.cos(angle) * away - 0.7, Math.sin(angle) * away - 0.7, 1.5, 1.5);
      }
    },
  },
  roses: {
    colours: ['#c8202c', '#e0506a', '#f4d8dc', '#a3122e'],
    size: 1.25,
    paint(context, colour) {
      for (const [ring, radius] of [38, 30, 22, 14, 8].entries()) {
        for (let i = 0; i < 5; i++) {
          const angle = (i / 5) * Math.PI * 2 + ring * 0.66;
          const fill = context.createRadialGradient(0, 0, radius * 0.2, 0, 0, radius * 1.1);
          fill.addColorStop(0, css(scale(colour, 0.35)));
          fill.addColorStop(0.8, css(mix(colour, scale(colour, 0.6), 0.35)));
          fill.addColorStop(1, css(mix(colour, [255, 255, 255], 0.28)));
          context.fillStyle = fill;
          context.beginPath();
          context.ellipse(
            Math.cos(angle) * radius * 0.42,
            Math.sin(angle) * radius * 0.42,
            radius * 0.72,
            radius * 0.56,
            angle + 1.57,
            0,
            7,
          );
          context.fill();
        }
      }
    },
  },
  tulips: {
    colours: ['#e0342f', '#f7c530', '#e86aa8', '#8a3fb0', '#ff8a3c'],
    size: 1.1,
    paint(context, colour) {
      for (const [level, path] of [
        [0.6, 'M-22 -6 C-26 -30 -14 -42 -8 -46 C0 -36 2 -20 0 20 Z'],
        [0.6, 'M22 -6 C26 -30 14 -42 8 -46 C0 -36 -2 -20 0 20 Z'],
        [1, 'M-26 -34 C-20 -26 -10 -14 0 -12 C10 -14 20 -26 26 -34 C32 0 22 30 0 34 C-22 30 -32 0 -26 -34 Z'],
      ] as const) {
        const fill = context.createLinearGradient(0, -44, 0, 34);
        fill.addColorStop(0, css(mix(scale(colour, level), [255, 255, 255], 0.22)));
        fill.addColorStop(1, css(scale(colour, level * 0.62)));
        context.fillStyle = fill;
        fillPath(context, path);
      }
      context.strokeStyle = css(scale(colour, 0.6), 0.5);
      context.lineWidth = 1.4;
      context.stroke(pathOf('M0 -10 L0 30 M-14 -20 C-16 0 -12 18 -4 30 M14 -20 C16 0 12 18 4 30'));
    },
  },
};

/** The flower shape that the prompt asks for. */
export function bloomOf(spec: SceneSpec): { swarm: Swarm; bloom: Bloom } | null {
  for (const swarm of spec.swarms) {
    const bloom = BLOOMS[swarm];
    if (bloom) return { swarm, bloom };
  }
  return null;
}

/** Paints that flower in all its colours, seen from the front and at a slight angle. */
export function paintBlooms(spec: SceneSpec, palette: Palette, size: number): Surface[] | null {
  const found = bloomOf(spec);
  if (!found) return null;
  const asked = spec.colours[found.swarm] ?? spec.tints[0];
  const colours = asked ? [hex(asked), mix(hex(asked), [255, 255, 255], 0.16)] : found.bloom.colours.map(hex);
  return colours.flatMap((colour) =>
    [1, 0.86].map((open) => {
      const { canvas, context } = createSurface(size, size);
      context.translate(size / 2, size / 2);
      context.scale((size / 96) * open, size / 96);
      found.bloom.paint(context, mix(lit(colour, palette, 1.2), colour, 0.35));
      return canvas;
    }),
  );
}
