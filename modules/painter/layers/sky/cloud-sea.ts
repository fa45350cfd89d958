import { mix, type Rgb } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

interface CloudBankOptions {
  /** mean row of the cloud tops */
  topY: number;
  /** height of the cloud heaps, in pixels */
  heap: number;
  /** 0 near … 1 hidden in haze */
  haze: number;
  /** pixels per second */
  drift: number;
  seed: number;
}

const SCALE = 2;
/** One full period of the noise, so that a bank can drift forever without a seam. */
const PERIOD = 2048;

/** A bank of heaped clouds seen from above: round tops lit from the light's side, with soft bottoms. */
export function* createCloudBank(palette: Palette, options: CloudBankOptions): Generator<void, Layer, void> {
  const top = Math.max(0, Math.floor(options.topY - options.heap * 1.5));
  const height = HEIGHT - top;
  const columns = PERIOD / SCALE;
  const rows = Math.ceil(height / SCALE);
  const sheet = createPixels(columns, rows);
  const { smooth, billow, soft } = noiseFields();
  const offset = options.seed & 511;
  const relief = new Float32Array(columns * rows);
  const step = 512 / columns;
  for (let x = 0; x < columns; x++) {
    const wide = sample(smooth, x * step, offset);
    const heads = sample(billow, x * step * 2, offset * 3);
    const crown = options.topY - top - (wide - 0.42) * options.heap * 2.1 - heads * options.heap * 0.4;
    for (let y = 0; y < rows; y++) {
      const warp = (sample(soft, x * step * 2, y * 0.9 + offset) - 0.5) * 22;
      const puff = sample(billow, x * step * 2 + warp * 0.4, y * 1.15 + offset + warp);
      const small = sample(billow, x * step * 5, y * 2.9 + offset);
      relief[y * columns + x] =
        (y * SCALE - crown) / options.heap + (puff - 0.4) * 0.85 + (small - 0.4) * 0.24;
    }
  }
  yield;
  const light = palette.lightX < 0.5 ? -1 : 1;
  const litTone = mix(palette.cloudLit, palette.haze, options.haze * 0.8);
  const glowTone = mix(mix(palette.cloudLit, palette.light, 0.55), palette.haze, options.haze * 0.6);
  const shadeTone = mix(mix(palette.cloudShade, palette.lower, 0.25), palette.haze, options.haze);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const here = relief[y * columns + x] as number;
      const index = (y * columns + x) * 4;
      const alpha = smoothstep(-0.02, 0.16, here);
      if (alpha <= 0) continue;
      const side = here - (relief[y * columns + ((x + light * 3 + columns) % columns)] as number);
      const over = here - (relief[Math.max(0, y - 3) * columns + x] as number);
      const facing = 0.5 + side * 1.5 + (over - 6 / options.heap) * 1.7;
      const crest = Math.exp(-Math.max(0, here) * 1.5);
      const level = Math.max(0, Math.min(1, facing * 0.75 + crest * 0.45 - 0.16));
      const rim = Math.exp(-Math.max(0, here - 0.02) * 9) * 0.6;
      const body = blend(shadeTone, litTone, level);
      const final = blend(body, glowTone, rim);
      sheet.pixels[index] = final[0];
      sheet.pixels[index + 1] = final[1];
      sheet.pixels[index + 2] = final[2];
      sheet.pixels[index + 3] = 255 * alpha;
    }
  }
  sheet.flush();
  const large = createSurface(PERIOD, height);
  large.context.imageSmoothingQuality = 'high';
  large.context.drawImage(sheet.canvas, 0, 0, PERIOD, rows * SCALE);
  return {
    draw(context, { t, sway }) {
      const travelled = t * options.drift + sway * 20 * (1 - options.haze) + 4096;
      const x = -(travelled % PERIOD);
      const bob = Math.sin(t * 0.22 + options.seed) * 3;
      context.drawImage(large.canvas, x, top + bob);
      if (x + PERIOD < WIDTH) context.drawImage(large.canvas, x + PERIOD, top + bob);
    },
  };
}

function blend(from: Rgb, to: Rgb, amount: number): Rgb {
  return mix(from, to, amount);
}
