import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createSurface, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { paintGlow } from '../sky/celestial.ts';

/** Glowing paper lanterns that rise and sway. */
export function createLanterns(spec: SceneSpec, seed: number): Layer {
  const random = createRandom(seed);
  const colour = hex(spec.colours.lanterns ?? '#ffa24a');
  const { canvas, context } = createSurface(120, 150);
  paintGlow(context, 60, 80, 60, colour, 0.75);
  const paper = context.createLinearGradient(0, 40, 0, 112);
  paper.addColorStop(0, css(mix(colour, [120, 30, 10], 0.35), 0.95));
  paper.addColorStop(0.6, css(mix(colour, [255, 225, 150], 0.5)));
  paper.addColorStop(1, css(mix(colour, [255, 250, 220], 0.85)));
  context.fillStyle = paper;
  context.beginPath();
  context.moveTo(44, 110);
  context.bezierCurveTo(30, 74, 34, 42, 60, 40);
  context.bezierCurveTo(86, 42, 90, 74, 76, 110);
  context.closePath();
  context.fill();
  paintGlow(context, 60, 104, 24, [255, 250, 215], 0.9);
  const count = Math.min(90, spec.counts.lanterns ?? 40);
  const items = Array.from({ length: count }, () => {
    const near = random() ** 2.6;
    return { x: random(), y: random(), near, phase: random() * 7, size: 14 + near * 92 };
  }).sort((a, b) => a.near - b.near);
  return {
    draw(target, { t }) {
      for (const { x, y, near, phase, size } of items) {
        const px =
          wrap(x * (WIDTH + 160) + t * (3 + near * 9) + Math.sin(t * 0.4 + phase) * 14, WIDTH + 160) - 80;
        const py = (wrap(y - t * (0.012 + near * 0.022), 1) * 1.25 - 0.15) * 700;
        target.globalAlpha = (0.75 + 0.25 * Math.sin(t * 2.2 + phase)) * (0.55 + near * 0.45);
        target.drawImage(canvas, px - size / 2, py - size * 0.62, size, size * 1.25);
      }
      target.globalAlpha = 1;
    },
  };
}

/** Hot-air balloons with striped envelopes, drifting at several distances. */
export function createBalloons(spec: SceneSpec, palette: Palette, horizonY: number, seed: number): Layer {
  const random = createRandom(seed);
  const schemes: [string, string][] = [
    ['#d9413a', '#f6d9a8'],
    ['#2f6fb0', '#f2c14e'],
    ['#e88b2e', '#7a2f5a'],
    ['#3c9a82', '#f4ead2'],
  ];
  const asked = spec.colours.balloons;
  const sprites = schemes.map(([first, second]) => paintBalloon(asked ?? first, second, palette));
  const count = Math.min(24, spec.counts.balloons ?? 7);
  const items = Array.from({ length: count }, (_, i) => {
    const near = i === 0 ? 1 : random() ** 1.5 * 0.75;
    return {
      sprite: sprites[i % sprites.length] as Surface,
      x: i === 0 ? between(random, 0.25, 0.7) : random(),
      y: between(random, 0.12, 0.78) * (1 - near * 0.35),
      size: 34 + near * 170,
      phase: random() * 7,
      haze: (1 - near) * 0.4,
    };
  }).sort((a, b) => a.size - b.size);
  return {
    draw(context, { t }) {
      for (const item of items) {
        const x = wrap(item.x * (WIDTH + 300) + t * (2 + item.size * 0.03), WIDTH + 300) - 150;
        const y = item.y * horizonY + Math.sin(t * 0.3 + item.phase) * 10;
        context.globalAlpha = 1 - item.haze;
        context.drawImage(item.sprite, x - item.size / 2, y - item.size / 2, item.size, item.size * 1.3);
      }
      context.globalAlpha = 1;
    },
  };
}

function paintBalloon(first: string, second: string, palette: Palette): Surface {
  const { canvas, context } = createSurface(200, 260);
  const lightLeft = palette.lightX < 0.5;
  for (let gore = 0; gore < 9; gore++) {
    const a = Math.cos((gore / 9) * Math.PI);
    const b = Math.cos(((gore + 1) / 9) * Math.PI);
    const facing = 0.5 + (lightLeft ? 0.5 : -0.5) * ((a + b) / 2);
    const colour = hex(gore % 2 === 0 ? first : second);
    context.fillStyle = css(mix(shaded(colour, palette), lit(colour, palette, 1.1), 0.25 + facing * 0.75));
    context.beginPath();
    context.moveTo(100, 6);
    context.bezierCurveTo(100 - a * 118, 6, 100 - a * 112, 120, 100 - a * 20, 188);
    context.lineTo(100 - b * 20, 188);
    context.bezierCurveTo(100 - b * 112, 120, 100 - b * 118, 6, 100, 6);
    context.fill();
  }
  context.strokeStyle = 'rgba(40,28,24,0.7)';
  context.lineWidth = 1.2;
  context.beginPath();
  context.moveTo(82, 188);
  context.lineTo(90, 220);
  context.moveTo(118, 188);
  context.lineTo(110, 220);
  context.stroke();
  context.fillStyle = css(shaded(hex('#7a5030'), palette));
  context.fillRect(87, 219, 26, 19);
  paintGlow(context, 100, 192, 26, [255, 190, 90], 0.8);
  return canvas;
}
