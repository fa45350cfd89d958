import { between, type Random } from '../../../generator/random.ts';
import { css, mix, type Rgb, shift } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { Context } from '../../surface.ts';
import type { Fabric } from '../effects/fabric.ts';
import { paintGlow } from '../sky/celestial.ts';

/** A castle tower in the castle's own 720×760 space. */
export interface Tower {
  x: number;
  base: number;
  width: number;
  height: number;
  roof: number;
  /** 0 front … 1 back */
  back: number;
}

/** A crystal spire: tapering facets, each refracting the light into its own hue. */
export function paintSpire(
  context: Context,
  fabric: Fabric,
  palette: Palette,
  random: Random,
  tower: Tower,
  lightLeft: boolean,
): void {
  const { x, base, width, height, roof, back } = tower;
  const tip = base - height - roof * 1.5;
  const shoulder = base - height * between(random, 0.72, 0.92);
  const veil = (colour: Rgb) => mix(colour, palette.haze, back * 0.4);
  const edges = [
    -0.5,
    between(random, -0.26, -0.12),
    between(random, 0.02, 0.16),
    between(random, 0.28, 0.36),
    0.5,
  ];
  for (let i = 0; i < 4; i++) {
    const from = edges[i] as number;
    const to = edges[i + 1] as number;
    const facing = lightLeft ? 1 - i / 3 : i / 3;
    const tone = shift(mix(fabric.dark, fabric.light, 0.1 + facing * 0.85), (i - 1.5) * 34, 1.5);
    const face = context.createLinearGradient(0, tip, 0, base + 16);
    face.addColorStop(0, css(veil(mix(tone, [255, 255, 255], 0.65)), 0.95));
    face.addColorStop(0.35, css(veil(mix(tone, palette.light, 0.2)), 0.82));
    face.addColorStop(0.8, css(veil(mix(tone, fabric.dark, 0.3)), 0.86));
    face.addColorStop(1, css(veil(mix(tone, palette.halo, 0.55)), 0.9));
    context.fillStyle = face;
    context.beginPath();
    context.moveTo(x + from * width, base + 12);
    context.lineTo(x + from * width * 0.86, shoulder);
    context.lineTo(x, tip);
    context.lineTo(x + to * width * 0.86, shoulder);
    context.lineTo(x + to * width, base + 12);
    context.fill();
    context.strokeStyle = css([255, 255, 255], 0.5 - back * 0.35);
    context.lineWidth = 0.9;
    context.beginPath();
    context.moveTo(x + from * width, base + 12);
    context.lineTo(x + from * width * 0.86, shoulder);
    context.lineTo(x, tip);
    context.stroke();
  }
}

/** Bright points where crystal catches the light. */
export function paintGlints(context: Context, random: Random, towers: readonly Tower[]): void {
  context.globalCompositeOperation = 'lighter';
  for (const { x, base, width, height, roof } of towers) {
    if (random() < 0.6)
      paintGlow(
        context,
        x + between(random, -0.4, 0.4) * width,
        base - random() * height,
        between(random, 5, 12),
        [255, 250, 255],
        0.7,
      );
    if (roof > 0) paintGlow(context, x, base - height - roof * 1.5, 14, [255, 255, 255], 0.9);
  }
  context.globalCompositeOperation = 'source-over';
}

/** A cluster of spires, taller towards the middle. */
export function crystalSpires(random: Random): Tower[] {
  const spires = Array.from({ length: 17 }, (_, i) => {
    const side = (i / 16 - 0.5) * 2;
    const rise = Math.exp(-side * side * 2.6);
    return {
      x: 360 + side * 190 + between(random, -10, 10),
      base: 474 + between(random, -6, 10),
      width: between(random, 24, 46) + rise * 16,
      height: (120 + rise * 220) * between(random, 0.62, 1.08),
      roof: between(random, 34, 60) + rise * 24,
      back: 0.45 + random() * 0.45,
    };
  });
  return spires.sort((a, b) => b.back - a.back);
}
