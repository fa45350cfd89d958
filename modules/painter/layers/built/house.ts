import { css, mix, type Rgb, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { fillDisc, fillPath, pathOf, strokeLine } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';
import type { Masonry } from './masonry.ts';

/** A cottage seen from its corner: gable and long wall, tiles, chimney, lit windows, a path and its shadow. */
export function paintHouse({ context, fabric: own, lightLeft, lamp, snowy }: Masonry): void {
  const white = mix(own.light, [240, 245, 252], 0.6);
  const fabric = snowy ? { ...own, roof: mix(own.roof, white, 0.88) } : own;
  const wall = mix(fabric.light, [255, 250, 238], 0.12);
  const [gable, long] = lightLeft
    ? [wall, mix(fabric.dark, wall, 0.42)]
    : [mix(fabric.dark, wall, 0.42), wall];
  shadow(context, lightLeft);
  quad(context, long, scale(long, 0.8), [268, 386], [466, 392], [466, 512], [268, 520]);
  quad(context, gable, scale(gable, 0.84), [150, 392], [268, 386], [268, 520], [150, 512]);
  context.fillStyle = vertical(context, 300, 392, gable, scale(gable, 0.92));
  fillPath(context, 'M150 394 L210 302 L268 388 Z');
  chimney(context, fabric.dark, lightLeft);
  tiles(context, fabric.roof, lightLeft);
  timber(context, mix(scale(fabric.dark, 0.5), [50, 34, 26], 0.45));
  for (const [x, y, w, h] of [
    [300, 424, 34, 40],
    [412, 426, 32, 38],
    [196, 346, 26, 26],
    [172, 430, 30, 36],
  ] as const)
    window(context, x, y, w, h, lamp, fabric.dark);
  door(context, mix(scale(own.roof, 0.8), [90, 52, 34], 0.5), lamp);
  if (snowy) drifts(context, mix(own.dark, white, 0.55), white);
  else bushes(context, lightLeft);
}

type Point = readonly [x: number, y: number];

function vertical(context: Context, top: number, bottom: number, from: Rgb, to: Rgb) {
  const fill = context.createLinearGradient(0, top, 0, bottom);
  fill.addColorStop(0, css(from));
  fill.addColorStop(1, css(to));
  return fill;
}

function quad(context: Context, from: Rgb, to: Rgb, a: Point, b: Point, c: Point, d: Point): void {
  context.fillStyle = vertical(context, a[1], c[1], from, to);
  context.beginPath();
  for (const [x, y] of [a, b, c, d]) context.lineTo(x, y);
  context.fill();
}

function shadow(context: Context, lightLeft: boolean): void {
  const ground = context.createLinearGradient(lightLeft ? 300 : 320, 0, lightLeft ? 580 : 30, 0);
  ground.addColorStop(0, 'rgba(0,0,0,0.42)');
  ground.addColorStop(1, 'rgba(0,0,0,0)');
  context.fillStyle = ground;
  fillPath(
    context,
    lightLeft
      ? 'M150 512 L268 524 L470 514 L580 530 C520 546 260 548 150 512 Z'
      : 'M470 510 L268 524 L150 512 L30 530 C100 546 360 548 470 510 Z',
  );
}

/** The long side of the roof in rows of tiles, and the edge of the gable. */
function tiles(context: Context, colour: Rgb, lightLeft: boolean): void {
  const lit = lightLeft ? mix(colour, scale(colour, 0.6), 0.4) : mix(colour, [255, 240, 220], 0.14);
  const slope: [Point, Point, Point, Point] = [
    [206, 288],
    [430, 300],
    [488, 404],
    [282, 398],
  ];
  quad(context, lit, scale(lit, 0.72), ...slope);
  context.save();
  context.clip(pathOf('M206 288 L430 300 L488 404 L282 398 Z'));
  for (let row = 0; row < 11; row++) {
    const t = row / 11;
    const [left, right] = [at(slope[0], slope[3], t), at(slope[1], slope[2], t)];
    for (let i = 0; i < 20; i++) {
      const [x, y] = at(left, right, (i + (row % 2) * 0.5) / 20);
      context.fillStyle = css(scale(lit, 0.74 + (((i * 7 + row * 13) % 10) / 10) * 0.5), 0.6);
      context.beginPath();
      context.ellipse(x, y, 7, 7, 0.05, 0, Math.PI);
      context.fill();
    }
    context.strokeStyle = css(scale(lit, 0.45), 0.5);
    context.lineWidth = 1.2;
    strokeLine(context, left[0], left[1], right[0], right[1]);
  }
  context.restore();
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = css(scale(colour, 0.5));
  context.lineWidth = 10;
  context.stroke(pathOf('M134 404 L208 290 L284 400'));
  context.strokeStyle = css(mix(colour, [255, 240, 220], lightLeft ? 0.35 : 0.1));
  context.lineWidth = 4;
  context.stroke(pathOf('M133 401 L207 288 L430 300'));
  // the eaves throw a shadow on the wall
  context.fillStyle = 'rgba(0,0,0,0.28)';
  fillPath(context, 'M284 399 L470 405 L466 416 L278 410 Z');
}

const at = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

function chimney(context: Context, dark: Rgb, lightLeft: boolean): void {
  const brick = mix(dark, [150, 84, 66], 0.5);
  quad(
    context,
    scale(brick, lightLeft ? 1.1 : 0.8),
    scale(brick, 0.75),
    [362, 246],
    [380, 246],
    [380, 322],
    [362, 318],
  );
  quad(
    context,
    scale(brick, lightLeft ? 0.75 : 1.1),
    scale(brick, 0.6),
    [380, 246],
    [396, 248],
    [396, 326],
    [380, 322],
  );
  context.fillStyle = css(scale(brick, 0.6));
  context.fillRect(358, 240, 42, 8);
}

function timber(context: Context, colour: Rgb): void {
  context.strokeStyle = css(colour, 0.85);
  context.lineWidth = 4;
  context.stroke(
    pathOf(
      'M152 396 L152 512 M268 390 L268 520 M464 406 L464 512 M154 394 L264 390 M182 394 L210 350 L238 391 M210 306 L210 346',
    ),
  );
}

function window(
  context: Context,
  x: number,
  y: number,
  w: number,
  h: number,
  lamp: boolean,
  dark: Rgb,
): void {
  if (lamp) paintGlow(context, x + w / 2, y + h / 2, w * 1.9, [255, 180, 90], 0.5);
  const pane = context.createLinearGradient(x, y, x + w, y + h);
  pane.addColorStop(0, css(lamp ? [255, 226, 156] : mix(dark, [150, 190, 220], 0.55)));
  pane.addColorStop(1, css(lamp ? [255, 176, 84] : scale(dark, 0.5)));
  context.fillStyle = css(mix([240, 234, 222], dark, 0.25));
  context.fillRect(x - 4, y - 4, w + 8, h + 8);
  context.fillStyle = pane;
  context.fillRect(x, y, w, h);
  context.fillStyle = css(mix([236, 228, 214], dark, 0.3));
  context.fillRect(x + w / 2 - 1.5, y, 3, h);
  context.fillRect(x, y + h / 2 - 1.5, w, 3);
  context.fillStyle = 'rgba(0,0,0,0.25)';
  context.fillRect(x - 4, y + h + 4, w + 8, 4);
}

function door(context: Context, colour: Rgb, lamp: boolean): void {
  context.fillStyle = css(scale(colour, 0.5));
  fillPath(context, 'M358 516 L358 446 C358 428 396 428 396 446 L396 515 Z');
  context.fillStyle = vertical(context, 434, 516, colour, scale(colour, 0.7));
  fillPath(context, 'M362 516 L362 448 C362 434 392 434 392 448 L392 515 Z');
  context.strokeStyle = css(scale(colour, 0.55), 0.8);
  context.lineWidth = 1.4;
  context.stroke(pathOf('M372 440 L372 515 M382 440 L382 515'));
  context.fillStyle = css([236, 196, 96]);
  context.fillRect(386, 478, 3.5, 3.5);
  if (lamp) paintGlow(context, 402, 440, 34, [255, 196, 110], 0.8);
}

/** Snow heaped against the walls. */
function drifts(context: Context, dark: Rgb, light: Rgb): void {
  for (const [x, width] of [
    [158, 62],
    [262, 70],
    [330, 58],
    [452, 74],
  ] as const) {
    const heap = context.createLinearGradient(0, 500, 0, 526);
    heap.addColorStop(0, css(light));
    heap.addColorStop(1, css(dark));
    context.fillStyle = heap;
    context.beginPath();
    context.ellipse(x, 521, width, 15, 0, Math.PI, 0);
    context.fill();
  }
}

function bushes(context: Context, lightLeft: boolean): void {
  for (const [i, x] of [146, 168, 250, 286, 322, 446, 474].entries()) {
    const size = 13 + ((i * 5) % 9);
    for (let leaf = 0; leaf < 14; leaf++) {
      const [dx, dy] = [Math.sin(leaf * 2.4) * size, Math.cos(leaf * 1.7) * size * 0.55];
      const shine = (lightLeft ? -dx : dx) / size - dy / size;
      context.fillStyle = css(
        mix([34, 58, 34], [92, 128, 62], Math.max(0, Math.min(1, 0.45 + shine * 0.4))),
        0.95,
      );
      fillDisc(context, x + dx, 516 + dy, 6.5);
    }
  }
}

/** Smoke that rises from the chimney. `x` and `y` are its place in the picture. */
export function paintSmoke(
  target: Context,
  x: number,
  y: number,
  zoom: number,
  t: number,
  colour: Rgb,
): void {
  for (let i = 0; i < 9; i++) {
    const age = (((t * 0.09 + i / 9) % 1) + 1) % 1;
    const drift = (age * 64 + Math.sin(t * 0.5 + i * 2) * 10 * age) * zoom;
    paintGlow(
      target,
      x + drift,
      y - age * 150 * zoom,
      (12 + age * 46) * zoom,
      colour,
      0.42 * (1 - age) * Math.min(1, age * 8),
    );
  }
}
