import { mix, type Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

/** The static part of the sky: a gradient dome, brighter towards the light, with slight unevenness. */
export function createSky(palette: Palette, horizonY: number, seed: number): Layer {
  const small = createPixels(320, 180);
  const { soft } = noiseFields();
  const horizon = horizonY / HEIGHT;
  const low = palette.lightY > 0.35;
  for (let y = 0; y < small.height; y++) {
    const v = y / small.height / horizon;
    for (let x = 0; x < small.width; x++) {
      const u = x / small.width;
      const uneven = (sample(soft, u * 90 + (seed & 511), y * 0.9) - 0.5) * 0.16;
      const level = v + uneven;
      let colour = gradient(palette, level);
      const dx = (u - palette.lightX) * 1.5;
      const dy = (y / small.height - palette.lightY) * (low ? 2.1 : 1.5);
      const near = Math.exp(-(dx * dx + dy * dy) * 5);
      const far = Math.exp(-(dx * dx * 0.6 + dy * dy) * 1.6);
      colour = mix(
        colour,
        palette.halo,
        Math.min(0.75, near * 0.6 + far * (low ? 0.28 : 0.14)) * (palette.night ? 0.42 : 1),
      );
      const index = (y * small.width + x) * 4;
      small.pixels[index] = colour[0];
      small.pixels[index + 1] = colour[1];
      small.pixels[index + 2] = colour[2];
      small.pixels[index + 3] = 255;
    }
  }
  small.flush();
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  context.imageSmoothingQuality = 'high';
  context.drawImage(small.canvas, 0, 0, WIDTH, HEIGHT);
  return { draw: (target) => target.drawImage(canvas, 0, 0) };
}

/** The colour of the clear sky; `level` is 0 at the zenith and 1 at the horizon. */
export function gradient(palette: Palette, level: number): Rgb {
  const v = Math.min(1, Math.max(0, level));
  if (v < 0.38) return mix(palette.zenith, palette.upper, v / 0.38);
  if (v < 0.76) return mix(palette.upper, palette.lower, (v - 0.38) / 0.38);
  return mix(palette.lower, palette.horizon, (v - 0.76) / 0.24);
}
