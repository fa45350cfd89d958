import { Path2D } from '@napi-rs/canvas';
import { css, mix, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import type { Tones } from './sprite.ts';

export function fillDisc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.fill();
}

export function strokeRing(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
  context.stroke();
}

/** @param angle in radians */
export function fillOval(
  context: Context,
  x: number,
  y: number,
  wide: number,
  high: number,
  angle = 0,
): void {
  context.beginPath();
  context.ellipse(x, y, wide, high, angle, 0, 7);
  context.fill();
}

export function strokeLine(context: Context, fromX: number, fromY: number, x: number, y: number): void {
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(x, y);
  context.stroke();
}

/** @param turn angle of the first one, in radians */
export function strokeSpokes(
  context: Context,
  x: number,
  y: number,
  length: number,
  count: number,
  turn: number,
): void {
  context.beginPath();
  for (let i = 0; i < count; i++) {
    const angle = turn + (i / count) * Math.PI * 2;
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length);
  }
  context.stroke();
}

/** @param points an x and a y each: the start, the point that the curve bends towards, and its end */
export function strokeCurve(
  context: Context,
  ...points: [number, number, number, number, number, number]
): void {
  const [fromX, fromY, ...rest] = points;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.quadraticCurveTo(...rest);
  context.stroke();
}

/** @param rest an x and a y for each further corner */
export function fillPolygon(context: Context, x: number, y: number, ...rest: number[]): void {
  context.beginPath();
  context.moveTo(x, y);
  for (let i = 0; i < rest.length; i += 2) context.lineTo(rest[i] as number, rest[i + 1] as number);
  context.fill();
}

export function fillRound(
  context: Context,
  x: number,
  y: number,
  width: number,
  height: number,
  radii: number | number[],
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radii);
  context.fill();
}

/** Parses an SVG path. */
export function pathOf(words: string): Path2D {
  return new Path2D(words);
}

export function fillPath(context: Context, words: string): void {
  context.fill(pathOf(words));
}

/** A tyre with a spoked, turning rim. */
export function wheel(
  context: Context,
  x: number,
  y: number,
  radius: number,
  turn: number,
  tones: Tones,
): void {
  const disc = (size: number, colour: string) => {
    context.fillStyle = colour;
    fillDisc(context, x, y, size);
  };
  disc(radius, css(scale(mix(tones.dark, [20, 20, 24], 0.7), 0.7)));
  disc(radius * 0.66, css(mix(tones.dark, [190, 194, 204], 0.55)));
  context.strokeStyle = css(scale(tones.dark, 0.5));
  context.lineWidth = radius * 0.13;
  strokeSpokes(context, x, y, radius * 0.62, 5, turn);
  disc(radius * 0.18, css(scale(tones.dark, 0.6)));
}
