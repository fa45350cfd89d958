import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createSurface, HEIGHT, type Layer, MARGIN, WIDTH } from '../../surface.ts';

/** Dry ground in front of the water: sand by the sea, grass by a lake, stone in a town. */
export function createShore(spec: SceneSpec, palette: Palette, y: number, seed: number): Layer {
  const top = y - 30;
  const { canvas, context } = createSurface(WIDTH + 2 * MARGIN, HEIGHT - top);
  const random = createRandom(seed);
  const white = spec.season === 'winter' || spec.snow > 0.3;
  const own = spec.backdrops.includes('city') ? '#6e6a72' : spec.ground === 'lake' ? '#7a8a4c' : '#d8bf92';
  const base = hex(white ? '#eef2f8' : own);
  const light = mix(lit(base, palette), palette.haze, 0.12);
  const dark = mix(shaded(base, palette), lit(base, palette), 0.35);
  const edge = (x: number) =>
    22 + Math.sin(x * 0.0045 + (seed % 7)) * 13 + Math.sin(x * 0.013 + (seed % 5)) * 5;
  const outline = (shift: number) => {
    context.beginPath();
    context.moveTo(0, canvas.height);
    for (let x = 0; x <= canvas.width; x += 16) context.lineTo(x, edge(x) + shift);
    context.lineTo(canvas.width, canvas.height);
    context.fill();
  };
  context.fillStyle = css(mix(palette.light, palette.haze, 0.5), 0.5);
  outline(-5);
  context.fillStyle = css(scale(dark, 0.8));
  outline(0);
  const ground = context.createLinearGradient(0, 0, 0, canvas.height);
  ground.addColorStop(0, css(light));
  ground.addColorStop(1, css(dark));
  context.fillStyle = ground;
  outline(8);
  for (let i = 0; i < 900; i++) {
    const x = random() * canvas.width;
    const py = edge(x) + 12 + random() ** 0.8 * (canvas.height - 40);
    context.fillStyle = css(random() < 0.5 ? scale(light, 1.12) : dark, 0.35);
    context.fillRect(x, py, between(random, 2, 9), 1.6);
  }
  return { draw: (target, { sway }) => target.drawImage(canvas, -MARGIN + sway * 24, top) };
}
