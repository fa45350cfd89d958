import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import { createSurface, type Layer, MARGIN, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';

/** Rails on an embankment whose stones rush past. */
export function createTrack(palette: Palette, y: number, seed: number): Layer {
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, 90);
  const random = createRandom(seed);
  const gravel = mix(lit(hex('#8c8278'), palette), shaded(hex('#6c6258'), palette), 0.4);
  const bank = context.createLinearGradient(0, 12, 0, 90);
  bank.addColorStop(0, css(gravel));
  bank.addColorStop(1, css(scale(gravel, 0.5), 0.0));
  context.fillStyle = bank;
  context.fillRect(0, 12, canvas.width, 78);
  for (let i = 0; i < 900; i++) {
    context.fillStyle = css(scale(gravel, between(random, 0.6, 1.3)), 0.7);
    context.fillRect(random() * canvas.width, 16 + random() ** 1.6 * 44, 4, 3);
  }
  const sleeper = css(mix(shaded(hex('#4a3628'), palette), gravel, 0.2));
  const rail = css(mix(gravel, palette.light, 0.45));
  return {
    draw(target, { t, sway }) {
      target.drawImage(canvas, -MARGIN + sway * 22, y);
      target.fillStyle = sleeper;
      for (let i = 0; i < 48; i++) target.fillRect(wrap(i * 30 - t * 60, 48 * 30) - 40, y + 14, 17, 7);
      target.fillStyle = rail;
      target.fillRect(0, y + 9, WIDTH, 4);
    },
  };
}
