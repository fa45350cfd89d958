import { between, createRandom } from '../../../generator/random.ts';
import { fromOklch, hex, mix, type Rgb, scale, tint } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import { createPixels, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { paintGlow } from './celestial.ts';

/** A large planet with cloud bands and a ring, lit from the side. */
export function createPlanet(
  palette: Palette,
  colour: string | undefined,
  ringed: boolean,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const radius = between(random, 120, 165);
  const size = Math.ceil(radius * 2 + 4);
  const reach = ringed ? Math.ceil(size * 2.1) : size;
  const sheet = createPixels(reach, reach);
  const { soft, smooth } = noiseFields();
  const hue = random() * 360;
  const tones = [0.36, 0.56, 0.72, 0.86].map((lightness, i) => {
    const natural = fromOklch({ lightness, chroma: 0.09, hue: hue + i * 22 });
    return colour ? mix(tint(natural, hex(colour), 0.9), hex(colour), 0.25) : natural;
  });
  const centre = reach / 2;
  const tilt = between(random, -0.35, 0.35);
  const cos = Math.cos(tilt);
  const sin = Math.sin(tilt);
  for (let y = 0; y < reach; y++) {
    for (let x = 0; x < reach; x++) {
      const px = (x - centre) / radius;
      const py = (y - centre) / radius;
      const dx = px * cos - py * sin;
      const dy = px * sin + py * cos;
      const index = (y * reach + x) * 4;
      const away = Math.hypot(dx, dy);
      const flat = Math.hypot(dx, dy / 0.24);
      const inRing = ringed && flat > 1.3 && flat < 2.05;
      const front = dy > 0;
      if (away < 1.01 && !(inRing && front)) {
        const bulge = Math.sqrt(Math.max(0, 1 - away * away));
        const warp = (sample(soft, (dx / (bulge + 0.5)) * 30, dy * 60 + seed) - 0.5) * 0.34;
        const band = sample(smooth, 11, (dy + warp) * 230 + (seed & 511)) * 3;
        const low = Math.min(2, Math.floor(band));
        const base = mix(tones[low] as Rgb, tones[low + 1] as Rgb, band - low);
        const light = Math.max(0.03, Math.min(1, bulge * 0.62 - dx * 0.62 - dy * 0.3 + 0.1));
        const rim = (1 - bulge) ** 3 * 0.5 * Math.max(0, 0.4 - dx);
        const shown = mix(mix(scale(base, 0.08), base, light), palette.halo, rim);
        sheet.pixels.set(
          [shown[0], shown[1], shown[2], 255 * Math.max(0, Math.min(1, (1 - away) * radius + 0.5))],
          index,
        );
      } else if (inRing) {
        const groove = sample(soft, flat * 260, 3) * 0.9 + sample(soft, flat * 900, 90) * 0.3;
        const edge = Math.min(1, (flat - 1.3) * 12, (2.05 - flat) * 9);
        const dark = !front && away < 1.15 ? 0.5 : dx > 0.55 ? 0.6 : 1;
        const shown = scale(tones[3] as Rgb, 0.7 + groove * 0.3);
        sheet.pixels.set(
          [shown[0] * dark, shown[1] * dark, shown[2] * dark, 255 * Math.max(0, edge * (groove - 0.22))],
          index,
        );
      }
    }
  }
  sheet.flush();
  const x = WIDTH * (palette.lightX < 0.5 ? 0.68 : 0.32);
  const y = HEIGHT * 0.3;
  return {
    draw(context, { sway }) {
      context.globalCompositeOperation = 'screen';
      paintGlow(
        context,
        x - 30 + sway * 5,
        y - 20,
        radius * 2,
        mix(palette.halo, tones[2] as Rgb, 0.5),
        0.22,
      );
      context.globalCompositeOperation = 'source-over';
      context.drawImage(sheet.canvas, x - centre + sway * 5, y - centre);
    },
  };
}
