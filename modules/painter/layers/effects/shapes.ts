import { Path2D } from '@napi-rs/canvas';
import { css, mix, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { fillDisc } from './draw.ts';
import type { Tones } from './sprite.ts';

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
  context.beginPath();
  for (let i = 0; i < 5; i++) {
    const angle = turn + (i / 5) * Math.PI * 2;
    context.moveTo(x, y);
    context.lineTo(x + Math.cos(angle) * radius * 0.62, y + Math.sin(angle) * radius * 0.62);
  }
  context.stroke();
  disc(radius * 0.18, css(scale(tones.dark, 0.6)));
}
