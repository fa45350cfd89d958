import { between, type Random } from '../../../generator/random.ts';
import { css, mix, type Rgb, scale } from '../../colour.ts';
import type { Context } from '../../surface.ts';
import { fillOval, strokeLine } from '../effects/draw.ts';

/** Paints a coral in one of five shapes, standing on (x, y). */
export function paintCoral(
  context: Context,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  random: Random,
): void {
  const bright = mix(colour, [255, 250, 240], 0.42);
  const dark = scale(colour, 0.42);
  const shape = random();
  if (shape < 0.42) {
    branch(context, x, y, -Math.PI / 2, size * 0.3, size * 0.085, 0, dark, colour, bright, random);
  } else if (shape < 0.62) {
    context.lineCap = 'round';
    for (let i = 0; i < 46; i++) {
      const angle = -Math.PI / 2 + between(random, -0.95, 0.95);
      const reach = size * between(random, 0.55, 0.95);
      context.strokeStyle = css(mix(dark, bright, random()), 0.75);
      context.lineWidth = size * 0.012 + 0.5;
      context.beginPath();
      context.moveTo(x, y);
      context.quadraticCurveTo(
        x + Math.cos(angle) * reach * 0.4,
        y - reach * 0.6,
        x + Math.cos(angle) * reach,
        y + Math.sin(angle) * reach,
      );
      context.stroke();
    }
  } else if (shape < 0.86) {
    for (let i = 0; i < 9; i++) {
      const tx = x + between(random, -0.4, 0.4) * size;
      const h = size * between(random, 0.35, 0.85);
      const w = size * between(random, 0.07, 0.11);
      const tube = context.createLinearGradient(tx - w, 0, tx + w, 0);
      tube.addColorStop(0, css(dark));
      tube.addColorStop(0.55, css(colour));
      tube.addColorStop(1, css(bright));
      context.fillStyle = tube;
      context.beginPath();
      context.moveTo(tx - w * 0.7, y + 6);
      context.quadraticCurveTo(tx - w * 0.8, y - h * 0.5, tx - w, y - h);
      context.lineTo(tx + w, y - h);
      context.quadraticCurveTo(tx + w * 0.8, y - h * 0.5, tx + w * 0.7, y + 6);
      context.fill();
      context.fillStyle = css(scale(dark, 0.6));
      fillOval(context, tx, y - h, w, w * 0.36);
    }
  } else {
    const dome = context.createRadialGradient(
      x - size * 0.1,
      y - size * 0.42,
      size * 0.04,
      x,
      y - size * 0.1,
      size * 0.55,
    );
    dome.addColorStop(0, css(bright));
    dome.addColorStop(0.55, css(colour));
    dome.addColorStop(1, css(dark));
    context.fillStyle = dome;
    context.beginPath();
    context.ellipse(x, y, size * 0.5, size * 0.42, 0, Math.PI, 0);
    context.fill();
    context.strokeStyle = css(dark, 0.4);
    context.lineWidth = Math.max(1, size * 0.016);
    for (let i = 0; i < 16; i++) {
      const a = between(random, -2.9, -0.25);
      const r = size * between(random, 0.1, 0.4);
      context.beginPath();
      context.arc(
        x + Math.cos(a) * r,
        y + Math.sin(a) * r * 0.8,
        size * 0.06,
        random() * 6,
        random() * 6 + 2.2,
      );
      context.stroke();
    }
  }
}

function branch(
  context: Context,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  depth: number,
  dark: Rgb,
  colour: Rgb,
  bright: Rgb,
  random: Random,
): void {
  const ex = x + Math.cos(angle) * length;
  const ey = y + Math.sin(angle) * length;
  context.lineCap = 'round';
  for (const [tone, share, offset] of [
    [dark, 1, 0],
    [colour, 0.72, -0.1],
    [bright, 0.28, -0.22],
  ] as const) {
    context.strokeStyle = css(mix(tone, bright, depth * 0.07));
    context.lineWidth = width * share;
    strokeLine(context, x + width * offset, y, ex + width * offset, ey);
  }
  if (depth >= 4) return;
  const children = depth < 2 ? 3 : 2;
  for (let i = 0; i < children; i++) {
    const turn = (i / (children - 1) - 0.5) * 1.3 + between(random, -0.2, 0.2);
    branch(
      context,
      ex,
      ey,
      angle + turn,
      length * between(random, 0.66, 0.86),
      width * 0.72,
      depth + 1,
      dark,
      colour,
      bright,
      random,
    );
  }
}
