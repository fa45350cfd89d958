import { between, createRandom } from '../../../generator/random.ts';
import { mix, type Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { createPixels, createSurface, type Layer } from '../../surface.ts';
import { paintGlow } from '../sky/celestial.ts';

const COLUMNS = 160;
const ROWS = 120;

/** An eruption above a crater: billowing smoke lit from below, a lava fountain, and a pulsing glow. */
export function createPlume(x: number, y: number, fire: Rgb, smoke: Rgb, wind: number, seed: number): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const { soft, billow } = noiseFields();
  const { pixels } = buffer;
  const random = createRandom(seed);
  const origin = seed & 511;
  const width = 900;
  const height = y + 60;
  const glow = createSurface(512, 512);
  paintGlow(glow.context, 256, 256, 256, fire, 0.9);
  const spark = createSurface(32, 32);
  paintGlow(spark.context, 16, 16, 16, mix(fire, [255, 220, 120], 0.5), 1);
  const bombs = Array.from({ length: 90 }, () => ({
    angle: between(random, -0.5, 0.5) + between(random, -0.2, 0.2),
    speed: between(random, 90, 235),
    life: between(random, 1.3, 2.6),
    phase: random() * 9,
    size: between(random, 3, 11),
  }));
  return {
    draw(context, { t }) {
      for (let row = 0; row < ROWS; row++) {
        const up = 1 - row / ROWS;
        const spread = 0.05 + up ** 0.8 * 0.3;
        const lean = up * up * (0.16 + wind * 0.3);
        const heat = Math.exp(-up * 3.2);
        for (let column = 0; column < COLUMNS; column++) {
          const side = (column / COLUMNS - 0.5 - lean) / spread;
          const index = (row * COLUMNS + column) * 4;
          if (side > 1.9 || side < -1.9) {
            pixels[index + 3] = 0;
            continue;
          }
          const rise = t * 26;
          const warp = sample(soft, column * 1.6 + origin, row * 1.6 + rise * 0.7) - 0.5;
          const n = sample(billow, column * 1.9 + warp * 60, row * 1.9 + rise + warp * 40);
          const ahead = sample(billow, column * 1.9 + warp * 60, row * 1.9 + rise + warp * 40 + 9);
          const body = Math.exp(-side * side * 1.4) * 1.25 - 0.18 - n * 0.62;
          const alpha = Math.max(0, Math.min(1, body * 2.6)) * Math.min(1, (1 - up) * 2.4 + 0.35);
          const under = Math.max(0, (n - ahead) * 3.4 + 0.3);
          const lit = Math.min(1, heat * (0.55 + under * 1.5));
          const relief = 0.75 + (n - ahead) * 2.2;
          pixels[index] = smoke[0] * relief + (fire[0] - smoke[0] * relief) * lit;
          pixels[index + 1] = smoke[1] * relief + (fire[1] - smoke[1] * relief) * lit;
          pixels[index + 2] = smoke[2] * relief + (fire[2] - smoke[2] * relief) * lit;
          pixels[index + 3] = alpha * 235;
        }
      }
      buffer.flush();
      context.drawImage(buffer.canvas, x - width / 2, 0, width, height);
      context.globalCompositeOperation = 'lighter';
      const breath = 0.7 + 0.18 * Math.sin(t * 2.3) + 0.1 * Math.sin(t * 5.1);
      context.globalAlpha = breath;
      context.drawImage(glow.canvas, x - 330, y - 300, 660, 560);
      for (const { angle, speed, life, phase, size } of bombs) {
        const age = (t + phase) % life;
        const px = x + Math.sin(angle) * speed * age;
        const py = y - Math.cos(angle) * speed * age + 62 * age * age;
        context.globalAlpha = Math.max(0, 1 - age / life);
        context.drawImage(spark.canvas, px - size / 2, py - size / 2, size, size);
      }
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  };
}
