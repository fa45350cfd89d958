import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

interface CloudOptions {
  /** 0 none … 1 the whole sky */
  cover: number;
  horizonY: number;
  /** texels per second */
  drift: number;
  seed: number;
  /** 0–1: how strongly shapes swirl into each other */
  swirl: number;
}

const COLUMNS = 256;
const ROWS = 112;

/**
 * Clouds on a plane that recedes to the horizon, computed every frame so that they really form and dissolve. Shading
 * samples the density towards the light; thin edges near the light glow.
 */
export function createClouds(palette: Palette, options: CloudOptions): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const { soft, billow } = noiseFields();
  const { cloudLit, cloudShade, halo } = palette;
  const originX = options.seed & 511;
  const originY = (options.seed >>> 9) & 511;
  const threshold = 0.68 - options.cover * 0.46;
  const lightX = palette.lightX * COLUMNS;
  const lightY = (palette.lightY * HEIGHT * ROWS) / options.horizonY;
  const pixels = buffer.pixels;
  return {
    draw(context, { t, sway }) {
      const drift = t * options.drift;
      for (let y = 0; y < ROWS; y++) {
        const v = y / ROWS;
        const distance = 1 / (1.16 - v);
        const fade = smoothstep(1, 0.78, v);
        const downwards = Math.max(-8, Math.min(8, (lightY - y) * 0.3));
        const rowDx = (y - lightY) / ROWS;
        for (let x = 0; x < COLUMNS; x++) {
          const u = (x / COLUMNS - 0.5 + sway * 0.01) * distance * 150 + originX + drift;
          const w = distance * 190 + originY;
          const warp = sample(soft, u * 0.6 + t * 1.6, w * 0.8) - 0.5;
          const su = u + warp * (34 + options.swirl * 60);
          const sv = w + warp * (22 + options.swirl * 40) + t * 0.5;
          const here = sample(soft, su, sv);
          const body = here * 0.72 + sample(billow, su * 2.1, sv * 2.4) * 0.3;
          const density = smoothstep(threshold, threshold + 0.26, body);
          const index = (y * COLUMNS + x) * 4;
          if (density <= 0.004) {
            pixels[index + 3] = 0;
            continue;
          }
          const towards = Math.max(-7, Math.min(7, (lightX - x) * 0.15));
          const ahead = sample(soft, su + towards, sv + downwards);
          const dx = (x - lightX) / COLUMNS;
          const near = Math.exp(-(dx * dx * 9 + rowDx * rowDx * 5));
          let light = 0.5 + (here - ahead) * 3.4 + (0.5 - density) * 0.35 + near * 0.24;
          light = light < 0 ? 0 : Math.min(light, 1);
          const glow = near * (1 - density * 0.7) * 0.7;
          const r = cloudShade[0] + (cloudLit[0] - cloudShade[0]) * light;
          const g = cloudShade[1] + (cloudLit[1] - cloudShade[1]) * light;
          const b = cloudShade[2] + (cloudLit[2] - cloudShade[2]) * light;
          pixels[index] = r + (halo[0] - r) * glow;
          pixels[index + 1] = g + (halo[1] - g) * glow;
          pixels[index + 2] = b + (halo[2] - b) * glow;
          pixels[index + 3] = density * fade * 240;
        }
      }
      buffer.flush();
      context.drawImage(buffer.canvas, 0, 0, WIDTH, options.horizonY + 4);
    },
  };
}
