import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createPixels, createSurface, type Layer, WIDTH } from '../../surface.ts';
import { paintRock } from '../land/rock.ts';
import { paintGlow } from '../sky/celestial.ts';

/** Water falling between rocks, with mist where it lands. */
export function createWaterfall(
  palette: Palette,
  x: number,
  top: number,
  bottom: number,
  seed: number,
): Layer {
  const columns = 64;
  const rows = 96;
  const buffer = createPixels(columns, rows);
  const { soft } = noiseFields();
  const { pixels } = buffer;
  const white = lit([240, 248, 255], palette, 1.1);
  const blue = mix(shaded([120, 160, 190], palette), palette.haze, 0.35);
  const width = 150;
  const mist = createSurface(256, 256);
  paintGlow(mist.context, 128, 128, 128, mix(white, palette.haze, 0.35), 0.7);
  return {
    draw(context, { t, sway }) {
      for (let y = 0; y < rows; y++) {
        const v = y / rows;
        const half = 0.3 + v * 0.16 + (sample(soft, seed, y * 1.6) - 0.5) * 0.12;
        for (let column = 0; column < columns; column++) {
          const side = Math.abs(column / columns - 0.5) / half;
          const strand = sample(soft, column * 9 + seed, y * 1.3 - t * 120);
          const veil = sample(soft, column * 3.2 + seed * 3, y * 0.5 - t * 74);
          const light = Math.min(1, Math.max(0, strand * 0.9 + veil * 0.7 - 0.35));
          const index = (y * columns + column) * 4;
          pixels[index] = blue[0] + (white[0] - blue[0]) * light;
          pixels[index + 1] = blue[1] + (white[1] - blue[1]) * light;
          pixels[index + 2] = blue[2] + (white[2] - blue[2]) * light;
          pixels[index + 3] =
            250 * Math.max(0, Math.min(1, (1 - side) * 3.4 + (strand - 0.5))) * Math.min(1, v * 14);
        }
      }
      buffer.flush();
      const px = x + sway * 9;
      context.drawImage(buffer.canvas, px - width / 2, top, width, bottom - top);
      context.globalCompositeOperation = 'screen';
      for (let i = 0; i < 4; i++) {
        const swell = 150 + 26 * Math.sin(t * 0.9 + i * 1.9);
        context.globalAlpha = 0.5;
        context.drawImage(mist.canvas, px + (i - 1.5) * 54 - swell / 2, bottom - swell * 0.6, swell, swell);
      }
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  };
}

/** A cluster of tall crystals that glow from within. */
export function createCrystals(
  spec: SceneSpec,
  palette: Palette,
  x: number,
  y: number,
  zoom: number,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const { canvas, context } = createSurface(520, 460);
  const asked = spec.colours.crystal ?? spec.tints[0];
  const colour = asked ? hex(asked) : mix(palette.accents[0] as Rgb, [200, 190, 255], 0.4);
  paintGlow(context, 260, 330, 250, colour, 0.75);
  const shards = Array.from({ length: 11 }, (_, i) => ({
    angle: (i / 10 - 0.5) * 1.9 + between(random, -0.12, 0.12),
    length: between(random, 130, 330) * (1 - Math.abs(i / 10 - 0.5) * 0.9),
    width: between(random, 22, 52),
  })).sort((a, b) => b.length - a.length);
  for (const { angle, length, width } of shards)
    paintShard(context, 260, 410, angle, length, width, colour, palette);
  return {
    draw(target, { t, sway }) {
      const w = 520 * zoom;
      const left = x - w / 2 + sway * 22;
      target.drawImage(canvas, left, y - 410 * zoom, w, 460 * zoom);
      target.globalCompositeOperation = 'lighter';
      for (const [i, { angle, length }] of shards.entries()) {
        const shine = Math.sin(t * 1.2 + i * 2.3);
        if (shine < 0.2) continue;
        const px = left + (260 + Math.sin(angle) * length * 0.96) * zoom;
        const py = y + -Math.cos(angle) * length * 0.96 * zoom;
        paintGlow(target, px, py, 44 * shine * zoom, mix(colour, [255, 255, 255], 0.7), 0.9);
      }
      target.globalCompositeOperation = 'source-over';
    },
  };
}

/** One hexagonal shard: three visible facets under a pointed tip. */
function paintShard(
  context: Context,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  colour: Rgb,
  palette: Palette,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  const facets: [number, number, number][] = [
    [-0.5, -0.18, 0.75],
    [-0.18, 0.22, 0.42],
    [0.22, 0.5, 0.12],
  ];
  for (const [from, to, level] of facets) {
    const face = context.createLinearGradient(0, 0, 0, -length);
    const tone = mix(scale(colour, 0.4), mix(colour, [255, 255, 255], 0.65), level);
    face.addColorStop(0, css(mix(tone, palette.shade, 0.55), 0.95));
    face.addColorStop(0.5, css(tone, 0.9));
    face.addColorStop(1, css(mix(tone, [255, 255, 255], 0.4), 0.95));
    context.fillStyle = face;
    context.beginPath();
    context.moveTo(from * width, 0);
    context.lineTo(from * width, -length * 0.8);
    context.lineTo(0, -length);
    context.lineTo(to * width, -length * 0.8);
    context.lineTo(to * width, 0);
    context.fill();
  }
  context.restore();
}

export function createFloatingIsland(
  palette: Palette,
  trees: readonly ReturnType<typeof createSurface>['canvas'][],
  x: number,
  y: number,
  zoom: number,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const { canvas, context } = createSurface(720, 640);
  paintRock(context, palette, random, 360, 300, 300, 270, palette.lightX * WIDTH < x);
  for (let i = 0; i < 9; i++) {
    const tree = trees[i % Math.max(1, trees.length)];
    const height = between(random, 90, 190);
    const tx = 360 + between(random, -230, 230);
    if (tree) context.drawImage(tree, tx - height * 0.46, 308 - height, height * 0.93, height);
  }
  return {
    draw(target, { t, sway }) {
      const w = 720 * zoom;
      target.drawImage(
        canvas,
        x - w / 2 + sway * 14,
        y - 300 * zoom + Math.sin(t * 0.42 + seed) * 8,
        w,
        640 * zoom,
      );
    },
  };
}
