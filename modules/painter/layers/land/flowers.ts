import { between, createRandom, pick, type Random } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import {
  type Context,
  createSurface,
  HEIGHT,
  type Layer,
  MARGIN,
  type Surface,
  WIDTH,
} from '../../surface.ts';
import { fillDisc, strokeCurve } from '../effects/draw.ts';
import { bloomOf, paintBlooms } from './blooms.ts';
import { grass } from './landscapes.ts';

interface MeadowOptions {
  /** row of the roots */
  rootY: number;
  /** height of the plants, in pixels */
  size: number;
  flowers: number;
  blades: number;
  /** out of focus, for plants close to the lens */
  blurred?: boolean;
  /** 0–1: how far it slides and sways */
  depth: number;
  seed: number;
}

const FLOWER = 96;

/** Paints a meadow's flowers once, each from several angles. */
export function paintFlowers(spec: SceneSpec, palette: Palette, seed: number): Surface[] {
  const blooms = paintBlooms(spec, palette, FLOWER * 2);
  if (blooms) return blooms;
  const random = createRandom(seed);
  const asked = spec.colours.flowers ?? spec.tints[0];
  const natural = ['#e8384a', '#f7d03c', '#5f7ae8', '#ffffff', '#f08ab8', '#a45ad8', '#ff8a3c', '#7fb2ff'];
  const colours = asked
    ? [0, 0.12, 0.24, 0.36].map((amount) => mix(hex(asked), [255, 250, 245], amount))
    : natural.map(hex);
  return colours.flatMap((colour, i) =>
    [0.5, 0.85].map((open) => {
      const { canvas, context } = createSurface(FLOWER, FLOWER);
      paintFlower(context, mix(lit(colour, palette, 1.2), colour, 0.3), palette, random, open, i % 3);
      return canvas;
    }),
  );
}

function paintFlower(
  context: Context,
  colour: Rgb,
  palette: Palette,
  random: Random,
  open: number,
  kind: number,
): void {
  const petals = kind === 0 ? 5 : kind === 1 ? 13 : 8;
  const reach = 40;
  const breadth = kind === 1 ? 6.5 : kind === 0 ? 20 : 12;
  context.save();
  context.translate(FLOWER / 2, FLOWER / 2);
  context.scale(1, open);
  for (const ring of [0, 1]) {
    for (let i = 0; i < petals; i++) {
      const angle = ((i + ring * 0.5) / petals) * Math.PI * 2 + between(random, -0.08, 0.08);
      const length = reach * (ring === 0 ? 1 : 0.78) * between(random, 0.88, 1.05);
      const back = Math.sin(angle) < 0;
      const fill = context.createLinearGradient(0, 0, Math.cos(angle) * length, Math.sin(angle) * length);
      fill.addColorStop(0, css(scale(colour, 0.55)));
      fill.addColorStop(0.5, css(back ? scale(colour, 0.88) : colour));
      fill.addColorStop(1, css(mix(colour, [255, 252, 244], back ? 0.1 : 0.34)));
      context.fillStyle = fill;
      context.save();
      context.rotate(angle);
      context.beginPath();
      context.moveTo(2, 0);
      context.bezierCurveTo(length * 0.4, -breadth, length * 0.95, -breadth * 0.9, length, 0);
      context.bezierCurveTo(length * 0.95, breadth * 0.9, length * 0.4, breadth, 2, 0);
      context.fill();
      context.restore();
    }
  }
  const heart = context.createRadialGradient(-2, -3, 1, 0, 0, 11);
  heart.addColorStop(0, css(mix([255, 226, 120], palette.light, 0.3)));
  heart.addColorStop(0.7, css(kind === 0 ? [52, 34, 36] : [214, 150, 40]));
  heart.addColorStop(1, css([90, 60, 24], 0.9));
  context.fillStyle = heart;
  fillDisc(context, 0, 0, kind === 1 ? 11 : 9);
  context.restore();
}

/** One depth of grass and flowers that bends in the wind around its roots. */
export function createMeadow(
  spec: SceneSpec,
  palette: Palette,
  flowers: readonly Surface[],
  options: MeadowOptions,
): Layer {
  const random = createRandom(options.seed);
  const full = WIDTH + 2 * MARGIN;
  const { size, depth } = options;
  const headSize = bloomOf(spec)?.bloom.size ?? 1;
  const top = Math.max(0, Math.floor(options.rootY - size * 1.9));
  const bottom = Math.min(HEIGHT + 40, options.rootY + size);
  const { canvas, context } = createSurface(full, bottom - top);
  const green = hex(spec.colours.field ?? grass(spec));
  const light = lit(green, palette, 1.1);
  const dark = shaded(green, palette);
  context.lineCap = 'round';
  for (let i = 0; i < options.blades; i++) {
    const x = random() * full;
    const y = options.rootY - top + random() * size * 0.75;
    const height = size * between(random, 0.35, 0.95);
    const lean = between(random, -0.3, 0.3) * height;
    context.strokeStyle = css(mix(dark, light, random() ** 1.2), 0.85);
    context.lineWidth = Math.max(0.8, size * between(random, 0.012, 0.032));
    strokeCurve(context, x, y, x + lean * 0.2, y - height * 0.6, x + lean, y - height);
  }
  const places = Array.from({ length: options.flowers }, () => {
    const near = random();
    return { x: random() * full, y: options.rootY - top + near * size * 0.6, near };
  }).sort((a, b) => a.near - b.near);
  for (const { x, y } of places) {
    const height = size * between(random, 0.5, 1.15);
    const lean = between(random, -0.18, 0.18) * height;
    const bloom = size * headSize * between(random, 0.26, 0.44);
    context.strokeStyle = css(mix(dark, light, 0.45));
    context.lineWidth = Math.max(1, size * 0.022);
    strokeCurve(context, x, y, x, y - height * 0.6, x + lean, y - height);
    const flower = flowers.length > 0 ? pick(random, flowers as [Surface, ...Surface[]]) : undefined;
    if (flower) context.drawImage(flower, x + lean - bloom / 2, y - height - bloom / 2, bloom, bloom);
  }
  if (options.blurred) soften(context, canvas);
  const gust = 0.012 + spec.wind * 0.05;
  const phase = options.seed % 7;
  return {
    draw(target, { t, sway }) {
      const bow =
        (Math.sin(t * 0.9 + phase) * 0.6 + Math.sin(t * 1.7 + phase * 2) * 0.4) * gust * (0.5 + depth);
      const y = options.rootY + size;
      target.setTransform(1, 0, -bow, 1, -MARGIN + sway * MARGIN * depth * 0.9 + bow * y, 0);
      target.drawImage(canvas, 0, top);
      target.resetTransform();
    },
  };
}

/** Blurs a canvas by scaling it down and up again. */
function soften(context: Context, canvas: Surface): void {
  const small = createSurface(canvas.width / 7, canvas.height / 7);
  small.context.imageSmoothingQuality = 'medium';
  small.context.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(small.canvas, 0, 0, canvas.width, canvas.height);
}
