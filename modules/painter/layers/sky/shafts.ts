import type { Rgb } from '../../colour.ts';
import { noiseFields, sample } from '../../noise.ts';
import { createPixels, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

const COLUMNS = 96;
const ROWS = 54;

/** Slanting shafts of light through leaves or fog that slowly move. */
export function createShafts(colour: Rgb, fromX: number, strength: number, seed: number): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const { soft } = noiseFields();
  const { pixels } = buffer;
  for (let i = 0; i < COLUMNS * ROWS; i++) {
    pixels[i * 4] = colour[0];
    pixels[i * 4 + 1] = colour[1];
    pixels[i * 4 + 2] = colour[2];
  }
  const origin = seed & 511;
  return {
    draw(context, { t }) {
      for (let y = 0; y < ROWS; y++) {
        const v = y / ROWS;
        for (let x = 0; x < COLUMNS; x++) {
          const dx = x / COLUMNS - fromX;
          const spread = dx / (v + 0.32);
          const shaft = sample(soft, spread * 190 + origin, t * 2.4 + origin) - 0.46;
          const near = Math.exp(-dx * dx * 5 - v * 1.3);
          const value = Math.max(0, shaft * 3.2) * near * strength + near * 0.16 * strength;
          pixels[(y * COLUMNS + x) * 4 + 3] = Math.min(255, value * 255);
        }
      }
      buffer.flush();
      context.globalCompositeOperation = 'screen';
      context.drawImage(buffer.canvas, 0, 0, WIDTH, HEIGHT);
      context.globalCompositeOperation = 'source-over';
    },
  };
}
