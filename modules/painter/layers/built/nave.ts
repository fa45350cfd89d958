import { between, createRandom, type Random } from '../../../generator/random.ts';
import { css, fromOklch, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import { type Context, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { fillPath, fillPolygon, strokeRing } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';

const FAR_X = 640;
const FAR_Y = 372;
const BAYS = 6;

/** The inside of a cathedral: arches that lead to a wall of stained glass, and the light that falls through it. */
export function createNave(palette: Palette, seed: number): Layer {
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  const random = createRandom(seed);
  const glass = glassColours(palette);
  const stone = mix(mix(palette.shade, [70, 62, 74], 0.55), palette.haze, 0.12);
  const lightOf: Rgb = mix(palette.light, palette.halo, 0.3);
  context.fillStyle = css(scale(stone, 0.34));
  context.fillRect(0, 0, WIDTH, HEIGHT);
  paintWalls(context, stone);
  paintVault(context, stone);
  paintFloor(context, stone, glass);
  paintEnd(context, stone, glass, random, lightOf);
  for (let bay = 0; bay < BAYS; bay++)
    for (const side of [-1, 1]) paintBay(context, side, bay, stone, glass, random);
  paintGlow(context, FAR_X, FAR_Y - 60, 420, lightOf, 0.4);
  const shafts = Array.from({ length: 7 }, (_, i) => ({
    colour: glass[i % glass.length] as Rgb,
    from: FAR_X + (i - 3) * 62,
    lean: between(random, -60, 150) + (i - 3) * 90,
    wide: between(random, 50, 110),
    phase: random() * 7,
  }));
  return {
    draw(target, { t, sway }) {
      target.drawImage(canvas, sway * 6 - 7, -4, WIDTH + 14, HEIGHT + 8);
      target.globalCompositeOperation = 'screen';
      for (const { colour, from, lean, wide, phase } of shafts) {
        const strength = 0.24 + 0.12 * Math.sin(t * 0.35 + phase);
        const to = from + lean + Math.sin(t * 0.12 + phase) * 40;
        const shaft = target.createLinearGradient(from, 180, to, HEIGHT);
        shaft.addColorStop(0, css(mix(colour, [255, 255, 255], 0.35), strength));
        shaft.addColorStop(0.8, css(colour, strength * 0.4));
        shaft.addColorStop(1, css(colour, 0));
        target.fillStyle = shaft;
        fillPolygon(target, from - 12, 180, from + 12, 180, to + wide, HEIGHT, to - wide, HEIGHT);
        const pool = 70 + wide;
        target.save();
        target.translate(to, 640);
        target.scale(1, 0.28);
        paintGlow(target, 0, 0, pool, colour, strength * 1.5);
        target.restore();
      }
      target.globalCompositeOperation = 'source-over';
    },
  };
}

function glassColours(palette: Palette): Rgb[] {
  const jewels = [28, 78, 150, 235, 262, 300, 345].map((hue) =>
    fromOklch({ lightness: 0.6, chroma: 0.23, hue }),
  );
  return jewels.map((jewel, i) => (i % 3 === 0 ? mix(jewel, palette.accents[0] ?? jewel, 0.4) : jewel));
}

/** The side walls and the dark vault, receding to the far end. */
function paintWalls(context: Context, stone: Rgb): void {
  const vault = context.createRadialGradient(FAR_X, 200, 60, FAR_X, 200, 720);
  vault.addColorStop(0, css(scale(stone, 0.95)));
  vault.addColorStop(0.5, css(scale(stone, 0.5)));
  vault.addColorStop(1, css(scale(stone, 0.2)));
  context.fillStyle = vault;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const side of [-1, 1]) {
    const [near, far] = [FAR_X + side * 700, FAR_X + side * 180];
    const wall = context.createLinearGradient(near, 0, far, 0);
    wall.addColorStop(0, css(scale(stone, 0.42)));
    wall.addColorStop(1, css(scale(stone, 0.85)));
    context.fillStyle = wall;
    fillPolygon(context, near, -140, far, 236, far, 440, near, 820);
  }
}

/** Ribs that meet above the aisle. */
function paintVault(context: Context, stone: Rgb): void {
  for (let i = 0; i < BAYS; i++) {
    const near = nearness(i);
    const half = 640 * near;
    const top = FAR_Y - 660 * near;
    context.strokeStyle = css(scale(stone, 0.75 - i * 0.06));
    context.lineWidth = 26 * near + 2;
    context.beginPath();
    context.moveTo(FAR_X - half, FAR_Y - 280 * near);
    context.quadraticCurveTo(FAR_X - half * 0.86, top + 60 * near, FAR_X, top);
    context.quadraticCurveTo(FAR_X + half * 0.86, top + 60 * near, FAR_X + half, FAR_Y - 280 * near);
    context.stroke();
  }
}

function paintFloor(context: Context, stone: Rgb, glass: readonly Rgb[]): void {
  const y = FAR_Y + 66;
  const floor = context.createLinearGradient(0, y, 0, HEIGHT);
  floor.addColorStop(0, css(mix(stone, glass[1] ?? stone, 0.3)));
  floor.addColorStop(1, css(scale(stone, 0.4)));
  context.fillStyle = floor;
  context.fillRect(0, y, WIDTH, HEIGHT - y);
  context.strokeStyle = css(scale(stone, 0.35), 0.6);
  context.lineWidth = 1.5;
  context.beginPath();
  for (let i = -14; i <= 14; i++) {
    context.moveTo(FAR_X + i * 14, y);
    context.lineTo(FAR_X + i * 150, HEIGHT);
  }
  for (let i = 0; i < 9; i++) {
    const row = y + (HEIGHT - y) * (i / 9) ** 2;
    context.moveTo(0, row);
    context.lineTo(WIDTH, row);
  }
  context.stroke();
}

/** The end wall: a rose window above five tall windows. */
function paintEnd(context: Context, stone: Rgb, glass: readonly Rgb[], random: Random, light: Rgb): void {
  context.fillStyle = css(scale(stone, 0.6));
  fillPath(context, 'M460 440 L460 250 C464 150 560 70 640 40 C720 70 816 150 820 250 L820 440 Z');
  for (let i = 0; i < 5; i++)
    lancet(context, 532 + i * 54, 432, 40, 178 - Math.abs(i - 2) * 16, glass, random);
  const [x, y, radius] = [640, 172, 74];
  for (const [ring, count] of [
    [1, 16],
    [0.66, 12],
    [0.34, 8],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2;
      context.fillStyle = css(mix(glass[(i * 3 + count) % glass.length] as Rgb, light, 0.2 * random()));
      context.beginPath();
      context.moveTo(x, y);
      context.arc(x, y, radius * ring, angle, angle + (Math.PI * 2) / count);
      context.fill();
    }
    context.strokeStyle = css(scale(stone, 0.3));
    context.lineWidth = 2.4;
    context.beginPath();
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * Math.PI * 2;
      context.moveTo(
        x + Math.cos(angle) * radius * (ring - 0.3),
        y + Math.sin(angle) * radius * (ring - 0.3),
      );
      context.lineTo(x + Math.cos(angle) * radius * ring, y + Math.sin(angle) * radius * ring);
    }
    context.stroke();
    strokeRing(context, x, y, radius * ring);
  }
  paintGlow(context, x, y, 220, light, 0.6);
}

/** A pillar, its arch, and the aisle window behind it, on one side. */
function paintBay(
  context: Context,
  side: number,
  bay: number,
  stone: Rgb,
  glass: readonly Rgb[],
  random: Random,
): void {
  const index = BAYS - 1 - bay;
  const near = nearness(index);
  const x = FAR_X + side * 640 * near;
  const [top, foot] = [FAR_Y - 290 * near, FAR_Y + 330 * near];
  const wide = 58 * near;
  lancet(context, x - side * 118 * near, foot - 190 * near, 84 * near, 350 * near, glass, random);
  const column = context.createLinearGradient(x - wide, 0, x + wide, 0);
  const lit = mix(stone, glass[bay % glass.length] as Rgb, 0.22);
  column.addColorStop(side < 0 ? 1 : 0, css(mix(lit, [255, 240, 220], 0.28)));
  column.addColorStop(side < 0 ? 0.4 : 0.6, css(scale(lit, 0.7)));
  column.addColorStop(side < 0 ? 0 : 1, css(scale(stone, 0.28)));
  context.fillStyle = column;
  context.fillRect(x - wide * 0.6, top, wide * 1.2, foot - top);
  context.fillRect(x - wide * 0.9, top - 14 * near, wide * 1.8, 26 * near);
  context.fillRect(x - wide * 0.95, foot - 26 * near, wide * 1.9, 34 * near);
  for (const offset of [-0.3, 0.05, 0.36]) {
    context.fillStyle = css(scale(stone, 0.3), 0.35);
    context.fillRect(x + offset * wide, top + 14 * near, 5 * near, foot - top - 40 * near);
  }
}

/** Scale of a bay: 1 next to the viewer, smallest at the end wall. */
function nearness(bay: number): number {
  return 1 / (1 + (BAYS - 1 - bay) * 0.58);
}

/** A pointed window of many small panes; `y` is its sill. */
function lancet(
  context: Context,
  x: number,
  y: number,
  width: number,
  height: number,
  glass: readonly Rgb[],
  random: Random,
): void {
  context.save();
  context.beginPath();
  context.moveTo(x - width / 2, y);
  context.lineTo(x - width / 2, y - height * 0.72);
  context.quadraticCurveTo(x - width / 2, y - height * 0.9, x, y - height);
  context.quadraticCurveTo(x + width / 2, y - height * 0.9, x + width / 2, y - height * 0.72);
  context.lineTo(x + width / 2, y);
  context.clip();
  const pane = Math.max(5, width / 4);
  for (let row = y - height; row < y; row += pane * 1.3) {
    for (let column = x - width / 2; column < x + width / 2; column += pane) {
      const colour = glass[(random() * glass.length) | 0] as Rgb;
      context.fillStyle = css(mix(colour, [255, 250, 235], random() * 0.16));
      context.fillRect(column, row, pane - 1, pane * 1.3 - 1);
    }
  }
  context.restore();
}
