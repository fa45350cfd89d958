import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, scale } from '../../colour.ts';
import { lit, type Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, type Layer, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';

/** Loose flocks of birds or bats. Bodies of a few strokes, with wings that beat and glide. */
export function createBirds(
  spec: SceneSpec,
  palette: Palette,
  horizonY: number,
  bats: boolean,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const asked = spec.colours[bats ? 'bats' : 'birds'];
  const colour = asked ? lit(hex(asked), palette) : scale(mix(palette.shade, [20, 18, 26], 0.5), 0.8);
  const count = Math.min(80, spec.counts[bats ? 'bats' : 'birds'] ?? 16);
  const birds = Array.from({ length: count }, (_, i) => ({
    along: -(i % 9) * between(random, 26, 44) - Math.floor(i / 9) * 330,
    off: (i % 2 === 0 ? 1 : -1) * (i % 9) * between(random, 7, 15) + between(random, -12, 12),
    size: between(random, 8, 15) * (1 + (i % 3) * 0.25) * (count < 5 ? 1.9 : 1),
    beat: between(random, 4.5, 7),
    phase: random() * 7,
  }));
  const height = between(random, 0.3, 0.6) * horizonY;
  const way = random() < 0.5 ? 1 : -1;
  return {
    draw(context, { t }) {
      context.fillStyle = css(colour, 0.9);
      for (const bird of birds) {
        const range = WIDTH + 700;
        const travel = wrap(bird.along + 300 + t * 36 + bird.off, range) - 350;
        const x = way > 0 ? travel : WIDTH - travel;
        const y = height + bird.off + Math.sin(t * 0.5 + bird.phase) * 14 + Math.sin(t * 0.17) * 30;
        const glide = 0.5 + 0.5 * Math.sin(t * 0.6 + bird.phase * 2);
        const beat = Math.sin(t * bird.beat + bird.phase) * (0.35 + 0.65 * glide);
        paintBird(context, x, y, bird.size * (bats ? 0.8 : 1), beat, way, bats);
      }
    },
  };
}

function paintBird(
  context: Context,
  x: number,
  y: number,
  size: number,
  beat: number,
  way: number,
  bat: boolean,
): void {
  const lift = -beat * size * 0.75;
  const elbow = -size * 0.28 - beat * size * 0.3;
  context.beginPath();
  context.moveTo(x - size * 1.25, y + lift);
  context.quadraticCurveTo(x - size * 0.6, y + elbow - size * 0.22, x, y - size * 0.06);
  context.quadraticCurveTo(x + size * 0.6, y + elbow - size * 0.22, x + size * 1.25, y + lift);
  if (bat) {
    context.lineTo(x + size * 0.8, y + elbow * 0.4 + size * 0.22);
    context.lineTo(x + size * 0.42, y + size * 0.08);
    context.lineTo(x, y + size * 0.3);
    context.lineTo(x - size * 0.42, y + size * 0.08);
    context.lineTo(x - size * 0.8, y + elbow * 0.4 + size * 0.22);
  } else {
    context.quadraticCurveTo(x + size * 0.55, y + elbow + size * 0.12, x + way * size * 0.1, y + size * 0.2);
    context.quadraticCurveTo(x - size * 0.55, y + elbow + size * 0.12, x - size * 1.25, y + lift);
  }
  context.fill();
  context.beginPath();
  context.ellipse(x + way * size * 0.08, y + size * 0.04, size * 0.36, size * 0.12, way * -0.12, 0, 7);
  context.fill();
}
