import { between, type Random } from '../../../generator/random.ts';
import { css, hex, mix } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import { type Context, createPixels } from '../../surface.ts';

/** A floating rock: grassy on top, with fractured sides that taper downwards. */
export function paintRock(
  context: Context,
  palette: Palette,
  random: Random,
  x: number,
  y: number,
  half: number,
  deep: number,
  lightLeft: boolean,
): void {
  const { ridged, soft, smooth } = noiseFields();
  const stone = hex('#94808a');
  const light = lit(stone, palette, 1.35);
  const dark = mix(shaded(stone, palette), palette.lower, 0.22);
  const offset = Math.floor(random() * 512);
  const columns = half * 2;
  const sheet = createPixels(columns, deep);
  for (let px = 0; px < columns; px++) {
    const u = px / columns;
    const across = u * 2 - 1;
    const bulge = Math.max(0, 1 - across * across) ** 0.8;
    const length =
      deep *
      bulge *
      (0.55 +
        sample(smooth, u * 300 + offset, 5) * 0.35 +
        (sample(ridged, u * 420 + offset, 70) - 0.5) * 0.3);
    for (let py = 0; py < Math.min(deep, length); py++) {
      const v = py / length;
      const crack = sample(ridged, u * 190 + offset + v * 14, py * 0.34 + offset);
      const crackAside = sample(ridged, u * 190 + offset + v * 14 + (lightLeft ? -5 : 5), py * 0.34 + offset);
      const grain = sample(soft, px * 2.3, py * 1.3 + offset);
      const facing = (lightLeft ? -across : across) * 0.42 + (crack - crackAside) * 2.6 + (grain - 0.5) * 0.6;
      const level = Math.max(0, Math.min(1, 0.62 + facing - v * 0.4));
      const index = (py * columns + px) * 4;
      sheet.pixels[index] = dark[0] + (light[0] - dark[0]) * level;
      sheet.pixels[index + 1] = dark[1] + (light[1] - dark[1]) * level;
      sheet.pixels[index + 2] = dark[2] + (light[2] - dark[2]) * level;
      sheet.pixels[index + 3] = 255 * Math.min(1, length - py);
    }
  }
  sheet.flush();
  context.drawImage(sheet.canvas, x - half, y);
  paintTurf(context, palette, random, x, y, half, 420, lightLeft);
}

/** A strip of low shrubs and grass along an edge. */
export function paintTurf(
  context: Context,
  palette: Palette,
  random: Random,
  x: number,
  y: number,
  half: number,
  count: number,
  lightLeft: boolean,
): void {
  const green = hex('#7a9a58');
  const shadeGreen = shaded(green, palette);
  const litGreen = lit(green, palette, 1.1);
  for (let i = 0; i < count; i++) {
    const u = random();
    const facing = lightLeft ? 1 - u : u;
    const level = Math.min(1, facing * 0.6 + random() * 0.5);
    context.fillStyle = css(mix(shadeGreen, litGreen, level), 0.85);
    context.beginPath();
    const down = between(random, -7, 12) * Math.sin(u * Math.PI) ** 0.5;
    context.ellipse(
      x - half + u * half * 2,
      y + down,
      between(random, 4, 11),
      between(random, 2.5, 6),
      0,
      0,
      7,
    );
    context.fill();
  }
}
