import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, HEIGHT, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { fillDisc, fillOval } from '../effects/draw.ts';

/** Shoals that turn together: many small, distant fish and a few near ones. */
export function createFish(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const random = createRandom(seed);
  const asked = spec.colours.fish;
  const colours: [string, string][] = [
    ['#ff9f2e', '#fff1d6'],
    ['#f7d842', '#2a62c9'],
    ['#4fc3e8', '#f4f7ff'],
    ['#e8556a', '#ffd9a0'],
  ];
  const sprites = colours.map(([body, stripe]) => paintFish(hex(asked ?? body), hex(stripe), palette));
  const count = Math.min(120, spec.counts.fish ?? 46);
  const shoals = Array.from({ length: 4 }, () => ({
    y: between(random, 0.18, 0.72) * HEIGHT,
    start: random() * (WIDTH + 600),
    way: random() < 0.5 ? 1 : -1,
    size: between(random, 13, 40),
    pace: between(random, 22, 46),
    phase: random() * 7,
  }));
  const items = Array.from({ length: count }, (_, i) => ({
    shoal: shoals[i % shoals.length] as (typeof shoals)[number],
    sprite: sprites[i % sprites.length] as Surface,
    dx: (random() + random() - 1) * 220,
    dy: (random() + random() - 1) * 70,
    scale: between(random, 0.75, 1.25),
    phase: random() * 7,
  }));
  return {
    draw(context, { t }) {
      for (const { shoal, sprite, dx, dy, scale: zoom, phase } of items) {
        const travel = wrap(shoal.start + t * shoal.pace + dx, WIDTH + 600) - 300;
        const x = shoal.way > 0 ? travel : WIDTH - travel;
        const y = shoal.y + dy + Math.sin(t * 0.4 + shoal.phase) * 30 + Math.sin(t * 1.1 + phase) * 5;
        const size = shoal.size * zoom;
        context.save();
        context.translate(x, y);
        context.scale((shoal.way * size) / 64, size / 64);
        context.transform(1, Math.sin(t * 7 + phase) * 0.1, 0, 1, 0, 0);
        context.globalAlpha = 0.5 + Math.min(0.5, shoal.size / 60);
        context.drawImage(sprite, -40, -24);
        context.restore();
      }
    },
  };
}

function paintFish(body: Rgb, stripe: Rgb, palette: Palette): Surface {
  const { canvas, context } = createSurface(84, 48);
  const back = mix(scale(body, 0.6), palette.upper, 0.3);
  const skin = context.createLinearGradient(0, 6, 0, 42);
  skin.addColorStop(0, css(back));
  skin.addColorStop(0.5, css(body));
  skin.addColorStop(1, css(mix(body, [255, 255, 255], 0.5)));
  context.fillStyle = skin;
  context.beginPath();
  context.moveTo(80, 25);
  context.bezierCurveTo(66, 4, 38, 4, 20, 23);
  context.bezierCurveTo(14, 16, 8, 11, 1, 9);
  context.bezierCurveTo(6, 20, 6, 29, 1, 40);
  context.bezierCurveTo(8, 38, 14, 33, 20, 27);
  context.bezierCurveTo(38, 45, 66, 44, 80, 25);
  context.fill();
  context.globalCompositeOperation = 'source-atop';
  context.fillStyle = css(stripe, 0.7);
  context.fillRect(56, 0, 5, 48);
  context.fillRect(36, 0, 6, 48);
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = '#14141c';
  fillDisc(context, 69, 21, 2.6);
  return canvas;
}

/** Turtles that slowly swim across. */
export function createTurtles(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const random = createRandom(seed);
  const shell = mix(hex(spec.colours.turtles ?? '#5f6a3a'), palette.lower, 0.25);
  const skin = mix([120, 140, 96], palette.lower, 0.3);
  const items = Array.from({ length: Math.min(9, spec.counts.turtles ?? 3) }, (_, i) => ({
    // the first turtle starts inside the picture
    start: i === 0 ? between(random, 400, 900) : random() * (WIDTH + 400),
    y: between(random, 0.24, 0.66) * HEIGHT,
    size: i === 0 ? 1.15 : between(random, 0.35, 0.75),
    phase: random() * 7,
  }));
  return {
    draw(context, { t }) {
      for (const { start, y, size, phase } of items) {
        const row = Math.sin(t * 1.1 + phase);
        context.save();
        context.translate(wrap(start + t * 18 * size, WIDTH + 400) - 200, y + Math.sin(t * 0.5 + phase) * 14);
        context.rotate(-0.14 + Math.sin(t * 0.4 + phase) * 0.06);
        context.scale(size, size);
        context.fillStyle = css(skin);
        for (const [x, angle, length] of [
          [44, 0.9 + row * 0.7, 84],
          [-38, 0.7 - row * 0.3, 42],
        ] as const) {
          context.save();
          context.translate(x, 8);
          context.rotate(angle);
          fillOval(context, -length * 0.3, length * 0.35, length * 0.2, length * 0.55, 0.5);
          context.restore();
        }
        fillOval(context, 84, -6, 24, 15, -0.2);
        paintShell(context, shell);
        context.restore();
      }
    },
  };
}

function paintShell(context: Context, shell: Rgb): void {
  const dome = context.createRadialGradient(10, -26, 6, 0, 0, 84);
  dome.addColorStop(0, css(mix(shell, [255, 250, 220], 0.5)));
  dome.addColorStop(0.6, css(shell));
  dome.addColorStop(1, css(scale(shell, 0.45)));
  context.fillStyle = dome;
  fillOval(context, 0, 0, 72, 40);
  context.strokeStyle = css(scale(shell, 0.4), 0.5);
  context.lineWidth = 2.4;
  context.beginPath();
  for (let i = -2; i <= 2; i++) {
    context.moveTo(i * 26, -30 + Math.abs(i) * 6);
    context.lineTo(i * 22 + 8, 0);
    context.lineTo(i * 26, 30 - Math.abs(i) * 6);
  }
  context.moveTo(-70, 0);
  context.lineTo(70, 0);
  context.stroke();
}
