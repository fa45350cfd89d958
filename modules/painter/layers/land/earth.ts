import { noiseFields, sample } from '../../noise.ts';
import { createPixels, createSurface, type Layer } from '../../surface.ts';
import { paintGlow } from '../sky/celestial.ts';

const SIZE = 220;

/** The earth from space, half of it in darkness. */
export function createEarth(x: number, y: number, radius: number, seed: number): Layer {
  const ball = createPixels(SIZE, SIZE);
  const { soft } = noiseFields();
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const [u, v] = [(column / SIZE) * 2 - 1, (row / SIZE) * 2 - 1];
      const away = Math.hypot(u, v);
      if (away > 1) continue;
      const w = Math.sqrt(1 - away * away);
      const [lon, lat] = [Math.atan2(u, w) * 60, Math.asin(v) * 60];
      const land = sample(soft, lon * 1.5 + (seed & 255), lat * 1.5) > 0.56;
      const cloud = Math.max(0, sample(soft, lon * 2.2 + 300, lat * 4.4 + (seed % 61)) - 0.5) * 2.6;
      const day = Math.max(0.02, Math.min(1, (u * -0.7 - v * 0.5 + w * 0.6) * 1.3));
      const base = Math.abs(v) > 0.86 ? [236, 242, 248] : land ? [96, 124, 62] : [26, 74, 158];
      const index = (row * SIZE + column) * 4;
      for (let i = 0; i < 3; i++) {
        const colour = (base[i] ?? 0) + (250 - (base[i] ?? 0)) * Math.min(1, cloud);
        ball.pixels[index + i] = (colour + 35 * 2 ** i * away ** 6) * day;
      }
      ball.pixels[index + 3] = 255 * Math.min(1, (1 - away) * 50);
    }
  }
  ball.flush();
  const { canvas, context } = createSurface(radius * 4, radius * 4);
  context.imageSmoothingQuality = 'high';
  paintGlow(context, radius * 2, radius * 2, radius * 1.7, [90, 150, 255], 0.7);
  context.drawImage(ball.canvas, radius, radius, radius * 2, radius * 2);
  return { draw: (target, { sway }) => target.drawImage(canvas, x - radius * 2 + sway * 3, y - radius * 2) };
}
