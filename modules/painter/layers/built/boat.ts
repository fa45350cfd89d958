import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { fillPath, pathOf, strokeLine } from '../effects/draw.ts';
import { fabricOf } from '../effects/fabric.ts';
import { paintGlow } from '../sky/celestial.ts';

const BOX = { width: 460, height: 420, waterline: 372 };
const HULL =
  'M44 300 C120 322 300 326 392 292 C408 288 424 282 436 276 C420 322 392 356 352 384 L112 384 C76 366 56 336 44 300 Z';

interface Sail {
  mast: number;
  top: number;
  rows: number;
  width: number;
}

const SAILS: readonly Sail[] = [
  { mast: 122, top: 112, rows: 2, width: 84 },
  { mast: 222, top: 62, rows: 3, width: 112 },
  { mast: 318, top: 108, rows: 2, width: 80 },
];

/** A sailing ship that rocks on the swell, with planks, rigging, billowing sails and its reflection. */
export function createShip(spec: SceneSpec, palette: Palette, x: number, y: number, zoom: number): Layer {
  const lightLeft = palette.lightX * WIDTH < x;
  const ship = paintShip(spec, palette, lightLeft);
  const count = Math.min(7, spec.counts.ship ?? 1);
  const fleet = Array.from({ length: count }, (_, i) => ({
    x: x + (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * 290 * zoom),
    y: y - (i % 3) * 22 * zoom,
    zoom: zoom * (1 - (i % 3) * 0.22),
    phase: i * 1.7,
  })).reverse();
  const foam = mix(palette.cloudLit, [255, 255, 255], 0.4);
  return {
    draw(target, { t, sway }) {
      for (const boat of fleet) {
        const px = boat.x + sway * 22 + Math.sin(t * 0.06 + boat.phase) * 60;
        const py = boat.y + Math.sin(t * 0.8 + 1 + boat.phase) * 3;
        const rock = Math.sin(t * 0.8 + boat.phase) * 0.028;
        reflect(target, ship, px, py, rock, boat.zoom, t);
        place(target, ship, px, py, rock, boat.zoom);
        bowWave(target, px, py, boat.zoom, t, foam);
        if (palette.lamps) {
          target.globalCompositeOperation = 'lighter';
          paintGlow(target, px + 140 * boat.zoom, py - 96 * boat.zoom, 46 * boat.zoom, [255, 190, 100], 0.75);
          target.globalCompositeOperation = 'source-over';
        }
      }
    },
  };
}

function place(target: Context, ship: Surface, x: number, y: number, rock: number, zoom: number): void {
  target.save();
  target.translate(x, y);
  target.rotate(rock);
  target.scale(zoom, zoom);
  target.drawImage(
    ship,
    0,
    0,
    ship.width,
    BOX.waterline * 2,
    -BOX.width / 2,
    -BOX.waterline,
    BOX.width,
    BOX.waterline,
  );
  target.restore();
}

/** Mirrored in strips that the swell shifts sideways, fainter further down. */
function reflect(
  target: Context,
  ship: Surface,
  x: number,
  y: number,
  rock: number,
  zoom: number,
  t: number,
): void {
  const strips = 22;
  const squash = 0.52;
  for (let i = 0; i < strips; i++) {
    const from = BOX.waterline - ((i + 1) / strips) * BOX.waterline;
    const high = BOX.waterline / strips;
    const wave = Math.sin(t * 1.6 + i * 1.1) * (1.5 + i * 0.5) * zoom - rock * i * 9 * zoom;
    target.globalAlpha = 0.42 * (1 - i / strips);
    target.save();
    target.translate(x - (BOX.width / 2) * zoom + wave, y + (i + 1) * high * squash * zoom);
    target.scale(zoom, -zoom * squash);
    target.drawImage(ship, 0, from * 2, ship.width, high * 2, 0, 0, BOX.width, high + 1);
    target.restore();
  }
  target.globalAlpha = 1;
}

function bowWave(target: Context, x: number, y: number, zoom: number, t: number, foam: Rgb): void {
  for (let i = 0; i < 7; i++) {
    const wave = Math.sin(t * 2 + i * 1.9);
    target.fillStyle = css(foam, 0.2 + 0.1 * wave);
    target.beginPath();
    const along = i / 6;
    target.ellipse(
      x + (148 - along * 290) * zoom,
      y + 2 + wave,
      (30 + 10 * wave) * zoom,
      (2.4 + (i === 0 ? 2.4 : 0)) * zoom,
      0,
      0,
      7,
    );
    target.fill();
  }
}

function paintShip(spec: SceneSpec, palette: Palette, lightLeft: boolean): Surface {
  const { canvas, context } = createSurface(BOX.width * 2, BOX.height * 2);
  context.scale(2, 2);
  const fabric = fabricOf(spec, palette, 'ship');
  const asked = spec.colours.ship !== undefined || spec.materials.length > 0;
  const own = asked ? fabric.light : lit(hex('#8a5a38'), palette, 1.1);
  const dark = asked ? fabric.dark : shaded(hex('#6a4228'), palette);
  const cloth = mix(lit([248, 238, 220], palette, 1.1), palette.halo, 0.12);
  const shade = mix(shaded([214, 194, 170], palette), cloth, 0.34);
  for (const { mast, top } of SAILS) {
    const wood = context.createLinearGradient(mast - 3, 0, mast + 3, 0);
    wood.addColorStop(lightLeft ? 0 : 1, css(own));
    wood.addColorStop(lightLeft ? 1 : 0, css(scale(dark, 0.7)));
    context.fillStyle = wood;
    context.fillRect(mast - 2.6, top - 26, 5.2, 306 - top);
  }
  context.strokeStyle = css(scale(dark, 0.6), 0.75);
  context.lineWidth = 0.9;
  context.stroke(
    pathOf(
      'M222 38 L60 300 M222 38 L400 288 M122 88 L48 300 M318 84 L428 278 M122 88 L222 60 L318 84 M222 38 L300 304 M222 38 L150 306 M436 276 L318 90',
    ),
  );
  for (const sail of SAILS)
    for (let row = 0; row < sail.rows; row++)
      paintSail(context, sail, row, { cloth, shade, lightLeft, dark });
  jib(context, cloth, shade);
  pennant(context, spec, palette);
  paintHull(context, own, dark, palette, lightLeft);
  return canvas;
}

interface Cloth {
  cloth: Rgb;
  shade: Rgb;
  lightLeft: boolean;
  dark: Rgb;
}

function paintSail(
  context: Context,
  { mast, top, rows, width }: Sail,
  row: number,
  { cloth, shade, lightLeft, dark }: Cloth,
): void {
  const high = (288 - top) / rows;
  const y = top + row * high;
  const w = width * (0.7 + (row / Math.max(1, rows - 1)) * 0.34);
  context.beginPath();
  context.moveTo(mast - w * 0.46, y + 4);
  context.quadraticCurveTo(mast, y + 9, mast + w * 0.46, y + 4);
  context.bezierCurveTo(
    mast + w * 0.78,
    y + high * 0.4,
    mast + w * 0.74,
    y + high * 0.72,
    mast + w * 0.54,
    y + high - 5,
  );
  context.quadraticCurveTo(mast + w * 0.08, y + high - 16, mast - w * 0.48, y + high - 4);
  context.bezierCurveTo(
    mast - w * 0.28,
    y + high * 0.66,
    mast - w * 0.3,
    y + high * 0.36,
    mast - w * 0.46,
    y + 4,
  );
  const belly = context.createLinearGradient(mast - w * 0.5, y, mast + w * 0.7, y + high * 0.3);
  const [near, far] = lightLeft ? [cloth, shade] : [shade, cloth];
  belly.addColorStop(0, css(mix(near, shade, 0.25)));
  belly.addColorStop(0.3, css(near));
  belly.addColorStop(0.72, css(mix(cloth, shade, 0.45)));
  belly.addColorStop(1, css(far));
  context.fillStyle = belly;
  context.fill();
  context.save();
  context.clip();
  const fold = context.createLinearGradient(0, y, 0, y + high);
  fold.addColorStop(0, css(shade, 0.55));
  fold.addColorStop(0.24, css(shade, 0));
  fold.addColorStop(0.8, css(shade, 0));
  fold.addColorStop(1, css(shade, 0.6));
  context.fillStyle = fold;
  context.fillRect(mast - w, y, w * 2, high);
  context.strokeStyle = css(shade, 0.5);
  context.lineWidth = 0.8;
  for (const at of [-0.2, 0.06, 0.32]) {
    context.beginPath();
    context.moveTo(mast + w * at, y);
    context.quadraticCurveTo(mast + w * (at * 1.3 + 0.16), y + high * 0.5, mast + w * at * 1.1, y + high);
    context.stroke();
  }
  context.restore();
  context.strokeStyle = css(scale(dark, 0.75));
  context.lineWidth = 3;
  strokeLine(context, mast - w * 0.52, y + 4, mast + w * 0.52, y + 4);
}

function jib(context: Context, cloth: Rgb, shade: Rgb): void {
  const sail = context.createLinearGradient(330, 120, 420, 260);
  sail.addColorStop(0, css(cloth));
  sail.addColorStop(1, css(mix(cloth, shade, 0.7)));
  context.fillStyle = sail;
  fillPath(context, 'M330 108 C372 170 404 226 426 274 C398 262 370 258 348 262 C352 214 346 158 330 108 Z');
}

function pennant(context: Context, spec: SceneSpec, palette: Palette): void {
  context.fillStyle = css(lit(hex(spec.colours.ship ?? '#c0392f'), palette, 1.1));
  fillPath(context, 'M224 36 C244 28 254 44 276 34 C264 46 268 52 276 58 C254 56 244 62 224 54 Z');
}

function paintHull(context: Context, own: Rgb, dark: Rgb, palette: Palette, lightLeft: boolean): void {
  const hull = context.createLinearGradient(0, 286, 0, 384);
  hull.addColorStop(0, css(mix(own, palette.light, 0.16)));
  hull.addColorStop(0.4, css(own));
  hull.addColorStop(1, css(scale(dark, 0.75)));
  context.fillStyle = hull;
  fillPath(context, HULL);
  context.save();
  context.clip(pathOf(HULL));
  const side = context.createLinearGradient(44, 0, 436, 0);
  side.addColorStop(lightLeft ? 0 : 1, css(palette.light, 0.22));
  side.addColorStop(0.5, css(dark, 0));
  side.addColorStop(lightLeft ? 1 : 0, css(scale(dark, 0.6), 0.5));
  context.fillStyle = side;
  context.fillRect(30, 270, 420, 120);
  context.strokeStyle = css(scale(dark, 0.55), 0.55);
  context.lineWidth = 1.1;
  for (let i = 1; i < 7; i++)
    context.stroke(
      pathOf(`M30 ${300 + i * 13} C140 ${324 + i * 12} 310 ${326 + i * 12} 450 ${280 + i * 13}`),
    );
  context.fillStyle = css(mix(lit(hex('#e0b04a'), palette), own, 0.25));
  fillPath(context, 'M36 300 C120 323 300 327 396 293 L442 276 L440 284 L396 301 C300 334 120 330 40 308 Z');
  context.fillStyle = css(scale(dark, 0.45));
  for (const [x, y] of [
    [132, 336],
    [174, 340],
    [216, 342],
    [258, 341],
    [300, 338],
    [342, 331],
  ] as const)
    context.fillRect(x, y, 13, 9);
  context.restore();
  const cabin = context.createLinearGradient(0, 268, 0, 308);
  cabin.addColorStop(0, css(mix(own, palette.light, 0.2)));
  cabin.addColorStop(1, css(dark));
  context.fillStyle = cabin;
  fillPath(context, 'M46 300 L56 266 C80 272 106 276 130 278 L128 316 C98 313 70 308 46 300 Z');
  context.fillStyle = css(palette.lamps ? [255, 206, 120] : scale(dark, 0.5));
  for (const x of [66, 86, 106]) context.fillRect(x, 282 + (x - 66) * 0.1, 11, 10);
}
