import { css, mix, type Rgb } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import { createSurface, HEIGHT, type Layer, MARGIN, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';

/** A road across the picture with markings that rush past, as seen by its driver. */
export function createRoad(palette: Palette, y: number, pace: number): Layer {
  const height = HEIGHT - y;
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, height);
  const [near, far] = asphalt(palette);
  const tar = context.createLinearGradient(0, 0, 0, height);
  tar.addColorStop(0, css(far));
  tar.addColorStop(1, css(near));
  context.fillStyle = tar;
  context.fillRect(0, 0, canvas.width, height);
  context.fillStyle = css(mix(far, palette.light, 0.3));
  context.fillRect(0, 0, canvas.width, 5);
  const paint = css(mix(lit([240, 236, 220], palette), far, 0.15), 0.9);
  return {
    draw(target, { t, sway }) {
      target.drawImage(canvas, -MARGIN + sway * 20, y);
      target.fillStyle = paint;
      for (let i = 0; i < 9; i++) {
        const x = wrap(i * 190 - t * pace, 9 * 190) - 200;
        target.beginPath();
        target.moveTo(x, y + height * 0.5);
        target.lineTo(x + 96, y + height * 0.5);
        target.lineTo(x + 88, y + height * 0.5 + 9);
        target.lineTo(x - 10, y + height * 0.5 + 9);
        target.fill();
      }
    },
  };
}

/** A road that leads to the horizon. */
export function createLongRoad(palette: Palette, horizonY: number): Layer {
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, HEIGHT - horizonY);
  const height = HEIGHT - horizonY;
  const middle = canvas.width / 2;
  const [near, far] = asphalt(palette);
  const at = (share: number, side: number) =>
    [middle + 40 * (1 - share) ** 2 + side * (4 + 430 * share ** 1.5), height * share] as const;
  const band = (from: number, to: number, start: number, end: number) => {
    context.beginPath();
    for (let i = 0; i <= 20; i++) context.lineTo(...at(start + ((end - start) * i) / 20, from));
    for (let i = 20; i >= 0; i--) context.lineTo(...at(start + ((end - start) * i) / 20, to));
    context.fill();
  };
  const tar = context.createLinearGradient(0, 0, 0, height);
  tar.addColorStop(0, css(far));
  tar.addColorStop(0.6, css(near));
  context.fillStyle = tar;
  band(-1, 1, 0.06, 1);
  context.fillStyle = css(lit([240, 232, 208], palette), 0.85);
  for (const side of [-0.93, 0.9]) band(side, side + 0.03, 0.08, 1);
  for (let i = 0; i < 9; i++) {
    const start = 0.1 * 1.3 ** i;
    band(-0.02, 0.02, start, Math.min(1.05, start * 1.14));
  }
  return { draw: (target, { sway }) => target.drawImage(canvas, -MARGIN + sway * 26, horizonY) };
}

function asphalt(palette: Palette): [near: Rgb, far: Rgb] {
  const tar = mix(lit([84, 84, 92], palette), shaded([70, 70, 80], palette), 0.4);
  return [tar, mix(tar, palette.haze, 0.35)];
}
