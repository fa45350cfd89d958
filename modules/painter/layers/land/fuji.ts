import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import { createSurface, type Layer, MARGIN, WIDTH } from '../../surface.ts';

/** Mount Fuji: a symmetrical cone with a snow cap. */
export function createFuji(palette: Palette, horizonY: number, seed: number): Layer {
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, horizonY + 6);
  const random = createRandom(seed);
  const [x, top, foot] = [WIDTH / 2 + MARGIN - 40, horizonY - 268, horizonY + 6];
  const rock = mix(lit(hex('#5d6f96'), palette), palette.haze, 0.3);
  const dark = mix(shaded(hex('#4a5878'), palette), palette.haze, 0.3);
  const leftLit = palette.lightX * WIDTH < x;
  const slope = (side: number) => {
    context.quadraticCurveTo(x + side * 118, top + 150, x + side * 560, foot);
  };
  const body = context.createLinearGradient(x - 300, 0, x + 300, 0);
  body.addColorStop(leftLit ? 0.2 : 0.8, css(rock));
  body.addColorStop(leftLit ? 0.8 : 0.2, css(dark));
  context.fillStyle = body;
  context.beginPath();
  context.moveTo(x - 46, top);
  slope(-1);
  context.lineTo(x + 560, foot);
  context.quadraticCurveTo(x + 118, top + 150, x + 46, top);
  context.quadraticCurveTo(x, top + 12, x - 46, top);
  context.fill();
  context.globalCompositeOperation = 'source-atop';
  const snow = context.createLinearGradient(x - 130, 0, x + 130, 0);
  snow.addColorStop(leftLit ? 0.2 : 0.8, css(mix(lit([250, 250, 255], palette, 1.1), palette.haze, 0.08)));
  snow.addColorStop(leftLit ? 0.9 : 0.1, css(mix(shaded([226, 232, 246], palette), rock, 0.3)));
  context.fillStyle = snow;
  context.beginPath();
  context.moveTo(x - 240, top - 10);
  for (let i = 0; i <= 22; i++) {
    const share = i / 22;
    context.lineTo(
      x - 200 + share * 400,
      top + (i % 2 ? between(random, 104, 156) : between(random, 60, 92)),
    );
  }
  context.lineTo(x + 240, top - 10);
  context.fill();
  const mist = context.createLinearGradient(0, foot - 120, 0, foot);
  mist.addColorStop(0, css(palette.haze, 0));
  mist.addColorStop(1, css(palette.haze, 0.75));
  context.fillStyle = mist;
  context.fillRect(0, foot - 120, canvas.width, 120);
  return { draw: (target, { sway }) => target.drawImage(canvas, -MARGIN + sway * 6, 0) };
}
