import { mix, type Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

interface WaterOptions {
  /** row where the water starts */
  shoreY: number;
  /** 0 mirror … 1 sea … 2 storm */
  swell: number;
  /** 1 is neutral; larger values show smaller waves, from further away */
  grain?: number;
  /** the water's own colour, where it reflects nothing */
  body: Rgb;
  /** 0–1: how dark and reflective; 1 for wet asphalt */
  gloss: number;
  /** 0–1: its own glow, like lava under a crust that the waves break */
  ember?: number;
  seed: number;
}

const COLUMNS = 480;
const ROWS = 160;
const MIRROR_ROWS = 128;
const MIRROR_COLUMNS = 320;

/**
 * Water that reflects everything painted above it. Reads back a small copy of the picture; each water pixel then looks
 * up its reflection where the slope of the waves points. Sun glitter, aurora and neon reflections need no extra work.
 */
export function createWater(palette: Palette, options: WaterOptions): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const mirror = createSurface(MIRROR_COLUMNS, MIRROR_ROWS);
  const { soft } = noiseFields();
  const depth = HEIGHT - options.shoreY;
  const glint = mix(palette.light, palette.halo, 0.4);
  // low light reddens as it skims the water
  const warm = 1 - (palette.lightY > 0.35 ? 0.16 : 0);
  const lightX = palette.lightX;
  const { body, swell, gloss, grain = 1, ember = 0 } = options;
  const offset = options.seed & 511;
  const pixels = buffer.pixels;
  return {
    draw(context, { t }) {
      mirror.context.imageSmoothingQuality = 'medium';
      mirror.context.drawImage(
        context.canvas,
        0,
        0,
        WIDTH,
        options.shoreY,
        0,
        0,
        MIRROR_COLUMNS,
        MIRROR_ROWS,
      );
      const above = mirror.context.getImageData(0, 0, MIRROR_COLUMNS, MIRROR_ROWS).data;
      const reach = MIRROR_ROWS * (depth / options.shoreY);
      for (let y = 0; y < ROWS; y++) {
        const v = (y + 0.5) / ROWS;
        const distance = grain / (v + 0.035);
        // distant water at a grazing angle reflects almost everything; near water shows its own colour
        const mirrorShare = (1 - v ** 1.4 * 0.6 * (1 - gloss * 0.7)) * (0.9 + gloss * 0.08);
        const choppy = swell * (0.35 + v * 1.2) * (0.35 + 0.65 * Math.min(1, v * 7));
        const row = distance * 290 + t * 16;
        const fine = distance * 860 - t * 30;
        for (let x = 0; x < COLUMNS; x++) {
          const u = (x / COLUMNS - 0.5) * distance;
          const a = sample(soft, u * 170 + offset + t * 4, row);
          const b = sample(soft, u * 460 - t * 5, fine + offset);
          const slope = (a - 0.5) * 0.9 + (b - 0.5) * 1.15;
          let my = MIRROR_ROWS - 1 - v * reach * 0.92 - slope * choppy * 150;
          if (my < 0) my = -my * 0.5;
          if (my > MIRROR_ROWS - 1) my = MIRROR_ROWS - 1;
          let mx = (x / COLUMNS) * MIRROR_COLUMNS + slope * choppy * 12;
          mx = mx < 0 ? 0 : Math.min(mx, MIRROR_COLUMNS - 1);
          const from = ((my | 0) * MIRROR_COLUMNS + (mx | 0)) * 4;
          let spark = 0;
          if (slope > 0.13) {
            const dx = x / COLUMNS - lightX;
            const road = Math.exp(-(dx * dx) / (0.006 + v * 0.03));
            spark = Math.min(1, (slope - 0.13) * 5.5 * road * (1 - gloss) * (1 - v * 0.75));
          }
          const shadow = 1 - Math.max(0, -slope) * choppy * 0.9;
          const share =
            mirrorShare * (0.86 + slope * 0.3 * swell) * (1 - ember) +
            ember * (slope > 0 ? 0.12 : 0.12 - slope * 2.4);
          const index = (y * COLUMNS + x) * 4;
          const r = (body[0] + ((above[from] as number) - body[0]) * share) * shadow;
          const g = (body[1] + ((above[from + 1] as number) - body[1]) * share) * shadow * (0.5 + warm * 0.5);
          const bl = (body[2] + ((above[from + 2] as number) - body[2]) * share) * shadow * warm;
          pixels[index] = r + (glint[0] - r) * spark;
          pixels[index + 1] = g + (glint[1] - g) * spark;
          pixels[index + 2] = bl + (glint[2] - bl) * spark;
          pixels[index + 3] = 255;
        }
      }
      buffer.flush();
      context.drawImage(buffer.canvas, 0, options.shoreY, WIDTH, depth);
    },
  };
}
