import { between, createRandom } from '../../../generator/random.ts';
import { css, mix, type Rgb } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import {
  type Context,
  createSurface,
  drawSliding,
  HEIGHT,
  type Layer,
  MARGIN,
  type Surface,
  WIDTH,
} from '../../surface.ts';
import { SPRITE_HEIGHT, SPRITE_WIDTH } from './tree-sprites.ts';

interface StandOptions {
  /** height of a tree, in pixels */
  size: number;
  count: number;
  /** ground row of the trees */
  baseY: number;
  /** 0 clear … 1 hidden in haze */
  haze: number;
  /** 0–1: how far it slides with the camera */
  depth: number;
  seed: number;
  /** columns between which trees stand; default: the whole width */
  span?: readonly [from: number, to: number];
  /** width of a gap in the middle */
  clearing?: number;
}

/** A row of trees at one distance, veiled by haze. */
export function createStand(trees: readonly Surface[], palette: Palette, options: StandOptions): Layer {
  const random = createRandom(options.seed);
  const from = options.span ? options.span[0] + MARGIN : 0;
  const to = options.span ? options.span[1] + MARGIN : WIDTH + 2 * MARGIN;
  const top = Math.max(0, Math.floor(options.baseY - options.size * 1.25));
  const bottom = Math.min(HEIGHT, Math.ceil(options.baseY + options.size * 0.12));
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, bottom - top);
  context.imageSmoothingQuality = options.size < 260 ? 'high' : 'low';
  for (let i = 0; i < options.count; i++) {
    const slot = (i + 0.2 + random() * 0.6) / options.count;
    if (options.clearing && Math.abs(slot - 0.5) < options.clearing) continue;
    const tree = trees[(random() * trees.length) | 0];
    if (!tree) continue;
    const height = options.size * between(random, 0.8, 1.2);
    const width = (height * SPRITE_WIDTH) / SPRITE_HEIGHT;
    context.save();
    context.translate(
      from + slot * (to - from),
      options.baseY - top + between(random, -0.03, 0.05) * options.size,
    );
    context.scale(random() < 0.5 ? 1 : -1, 1);
    context.drawImage(tree, -width / 2, -height, width, height);
    context.restore();
  }
  veil(context, canvas, palette, options.haze);
  return { draw: (target, moment) => drawSliding(target, canvas, top, moment, options.depth) };
}

/** Tints everything on the canvas with the haze colour, more so towards the ground. */
function veil(context: Context, canvas: Surface, palette: Palette, amount: number): void {
  context.globalCompositeOperation = 'source-atop';
  const gradient = context.createLinearGradient(0, 0, 0, canvas.height);
  gradient.addColorStop(0, css(palette.haze, amount * 0.8));
  gradient.addColorStop(1, css(palette.haze, Math.min(1, amount * 1.12)));
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const x = palette.lightX * canvas.width;
  const glow = context.createRadialGradient(x, 0, 0, x, 0, canvas.width * 0.5);
  glow.addColorStop(0, css(palette.halo, amount * 0.5));
  glow.addColorStop(1, css(palette.halo, 0));
  context.fillStyle = glow;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'source-over';
}

/** Fallen leaves on the ground, smaller and denser with distance. */
export function createLitter(
  colours: readonly Rgb[],
  palette: Palette,
  topY: number,
  count: number,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const top = Math.floor(topY);
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, HEIGHT - top);
  for (let i = 0; i < count; i++) {
    const near = random() ** 1.5;
    const colour = colours[(random() * colours.length) | 0] ?? [150, 100, 50];
    const tone = mix(shaded(colour, palette), lit(colour, palette, 1.05), random());
    context.fillStyle = css(mix(tone, palette.haze, (1 - near) * 0.55), 0.4 + near * 0.45);
    context.beginPath();
    const size = 1.6 + near * 7;
    context.ellipse(
      random() * canvas.width,
      near * canvas.height,
      size,
      size * 0.42,
      (random() - 0.5) * 0.9,
      0,
      7,
    );
    context.fill();
  }
  return { draw: (target, moment) => drawSliding(target, canvas, top, moment, 0.6) };
}
