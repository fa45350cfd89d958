import { mix, type Rgb, scale } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import {
  createPixels,
  createSurface,
  drawSliding,
  HEIGHT,
  type Layer,
  MARGIN,
  WIDTH,
} from '../../surface.ts';

interface CaveWallOptions {
  /** size of the opening; at 1 it reaches the sides of the picture */
  opening: number;
  /** 0 in the foreground … 1 at the mouth, where light falls in */
  far: number;
  glow: Rgb;
  depth: number;
  seed: number;
}

/** One ring of cave wall around an opening, its edge lit from behind. */
export function* createCaveWall(palette: Palette, options: CaveWallOptions): Generator<void, Layer, void> {
  const columns = Math.ceil((WIDTH + 2 * MARGIN) / 2);
  const rows = HEIGHT / 2;
  const sheet = createPixels(columns, rows);
  const { ridged, soft } = noiseFields();
  const offset = options.seed & 511;
  const stone = mix(mix([58, 50, 58], palette.shade, 0.4), options.glow, options.far * 0.35);
  const dark = scale(stone, 0.22 + options.far * 0.3);
  for (let y = 0; y < rows; y++) {
    if (y % 120 === 119) yield;
    for (let x = 0; x < columns; x++) {
      const dx = (x / columns - 0.5) * 2;
      const dy = (y / rows - 0.52) * 1.75;
      const angle = Math.atan2(dy, dx);
      const around = (angle / Math.PI) * 256 + offset;
      const wobble =
        (sample(soft, around, offset) - 0.5) * 0.55 + (sample(ridged, around * 2, offset + 60) - 0.5) * 0.2;
      const drip = dy < 0 ? Math.max(0, sample(ridged, x * 0.9 + offset, 30) - 0.72) * 1.3 : 0;
      const away = Math.hypot(dx, dy) - (options.opening + wobble - drip);
      const index = (y * columns + x) * 4;
      const alpha = smoothstep(-0.006, 0.012, away);
      if (alpha === 0) continue;
      const relief =
        sample(ridged, x * 0.7 + offset, y * 0.7) * 0.6 + sample(soft, x * 3, y * 3 + offset) * 0.4;
      const facing = relief - sample(ridged, x * 0.7 + offset - dx * 7, y * 0.7 - dy * 7) * 0.6 - 0.2;
      const edge = Math.exp(-away * 5.5);
      const level = Math.max(0, Math.min(1, 0.22 + facing * 0.9 + edge * 0.35));
      const lit = edge * (0.25 + Math.max(0, facing) * 1.4);
      for (let channel = 0; channel < 3; channel++) {
        const body =
          (dark[channel] as number) + ((stone[channel] as number) - (dark[channel] as number)) * level;
        sheet.pixels[index + channel] =
          body + ((options.glow[channel] as number) - body) * Math.min(0.9, lit);
      }
      sheet.pixels[index + 3] = 255 * alpha;
    }
  }
  sheet.flush();
  const large = createSurface(WIDTH + 2 * MARGIN, HEIGHT);
  large.context.drawImage(sheet.canvas, 0, 0, WIDTH + 2 * MARGIN, HEIGHT);
  return { draw: (context, moment) => drawSliding(context, large.canvas, 0, moment, options.depth) };
}
