import type { Context } from '../../surface.ts';
import type { Point } from '../beings/figure-outlines.ts';

/** Draws a curve through the midpoints of neighbouring points, so that a few points make an organic line. */
export function smoothPath(context: Context, points: readonly Point[], closed: boolean): void {
  context.beginPath();
  const at = (i: number) => points[(i + points.length) % points.length] as Point;
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const start = closed ? middle(at(-1), at(0)) : at(0);
  context.moveTo(start[0], start[1]);
  const last = closed ? points.length : points.length - 1;
  for (let i = closed ? 0 : 1; i < last; i++) {
    const end = !closed && i === points.length - 2 ? at(i + 1) : middle(at(i), at(i + 1));
    context.quadraticCurveTo(at(i)[0], at(i)[1], end[0], end[1]);
  }
  if (!closed && points.length === 2) context.lineTo(at(1)[0], at(1)[1]);
}
