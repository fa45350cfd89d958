import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, type Surface, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { fillDisc, fillPolygon } from '../effects/draw.ts';

/** Wing positions that are painted in advance. */
const BEATS = 12;
const BOX = 120;

/** Loose flocks of birds or bats that beat their wings and glide; the fewer, the nearer. */
export function createBirds(
  spec: SceneSpec,
  palette: Palette,
  horizonY: number,
  bats: boolean,
  seed: number,
): Layer {
  const random = createRandom(seed);
  const name = bats ? 'bats' : 'birds';
  const count = Math.min(80, spec.counts[name] ?? 16);
  const near = (count < 5 ? 2.4 : count < 10 ? 1.6 : 1.3) * (spec.sizes[name] ?? 1);
  const birds = Array.from({ length: count }, (_, i) => ({
    along: -(i % 9) * between(random, 26, 44) * near - Math.floor(i / 9) * 330,
    off: (i % 2 === 0 ? 1 : -1) * (i % 9) * between(random, 7, 15) + between(random, -12, 12),
    size: between(random, 8, 15) * (1 + (i % 3) * 0.25) * near,
    beat: between(random, 4.5, 7) / Math.sqrt(near),
    phase: random() * 7,
  }));
  const height = between(random, 0.3, 0.6) * horizonY;
  const way = random() < 0.5 ? 1 : -1;
  const colours = coloursOf(spec, palette, bats);
  const pictures = Array.from({ length: BEATS }, (_, i) =>
    paintBird(colours, (i / (BEATS - 1)) * 2 - 1, bats),
  );
  return {
    draw(context, { t }) {
      for (const bird of birds) {
        const range = WIDTH + 700;
        const travel = wrap(bird.along + 300 + t * 36 + bird.off, range) - 350;
        const x = way > 0 ? travel : WIDTH - travel;
        const y =
          height + bird.off * Math.sqrt(near) + Math.sin(t * 0.5 + bird.phase) * 14 + Math.sin(t * 0.17) * 30;
        const glide = 0.5 + 0.5 * Math.sin(t * 0.6 + bird.phase * 2);
        const beat = Math.sin(t * bird.beat + bird.phase) * (0.3 + 0.7 * glide);
        const picture = pictures[Math.round(((beat + 1) / 2) * (BEATS - 1))] as Surface;
        const zoom = (bird.size * 2.9) / BOX;
        context.save();
        context.translate(x, y);
        context.scale(zoom * way, zoom);
        context.rotate(Math.sin(t * 0.5 + bird.phase) * 0.07);
        context.drawImage(picture, -BOX / 2, -BOX / 2, BOX, BOX);
        context.restore();
      }
    },
  };
}

interface Plumage {
  top: Rgb;
  under: Rgb;
  tips: Rgb;
  beak: Rgb;
}

function coloursOf(spec: SceneSpec, palette: Palette, bats: boolean): Plumage {
  const asked = spec.colours[bats ? 'bats' : 'birds'];
  const atSea = spec.ground === 'water';
  const own = hex(asked ?? (bats ? '#3a2e34' : atSea ? '#dfe3e8' : '#5a5458'));
  const tips = hex(bats ? '#241c22' : atSea && !asked ? '#4a4e58' : '#2e2a2e');
  const air = (colour: Rgb) => mix(colour, palette.haze, 0.16);
  return {
    top: air(lit(own, palette, 1.1)),
    under: air(mix(shaded(own, palette), lit(own, palette), 0.35)),
    tips: air(mix(shaded(tips, palette), lit(tips, palette), 0.4)),
    beak: air(lit(bats ? own : [226, 160, 60], palette)),
  };
}

/** A bird in flight to the right, seen a little from the front; `beat` is −1 (wings down) … 1 (wings up). */
function paintBird({ top, under, tips, beak }: Plumage, beat: number, bat: boolean): Surface {
  const { canvas, context } = createSurface(BOX * 1.5, BOX * 1.5);
  context.scale(1.5, 1.5);
  context.translate(BOX / 2, BOX / 2);
  paintWing(context, beat, 1, { colour: scale(under, 0.82), tips: scale(tips, 0.85), bat });
  const body = context.createLinearGradient(0, -7, 0, 8);
  body.addColorStop(0, css(top));
  body.addColorStop(1, css(under));
  context.fillStyle = body;
  context.beginPath();
  context.moveTo(22, -2.5);
  context.bezierCurveTo(17, -8.5, 9, -6.5, 0, -5.5);
  context.bezierCurveTo(-9, -4.5, -15, -1, -25, 1);
  context.lineTo(-23.5, 4.5);
  context.bezierCurveTo(-13, 5, -6, 7.5, 3, 6);
  context.bezierCurveTo(12, 5, 20, 3, 22, -2.5);
  context.fill();
  context.fillStyle = css(beak);
  fillPolygon(context, 21, -3.2, 28, -1, 21, 0.4);
  context.fillStyle = css(scale(tips, 0.5));
  fillDisc(context, 17, -3.4, 1.2);
  paintWing(context, beat, -1, { colour: beat > 0.1 ? under : top, tips, bat });
  return canvas;
}

/** The far wing points forwards (1), the near one backwards (−1). */
function paintWing(
  context: Context,
  beat: number,
  side: number,
  { colour, tips, bat }: { colour: Rgb; tips: Rgb; bat: boolean },
): void {
  const reach = side < 0 ? 54 : 46;
  const lift = -beat * reach * 0.62;
  const span = reach * Math.sqrt(Math.max(0.12, 1 - (beat * 0.62) ** 2));
  const root = side * 2;
  const elbow: [number, number] = [root + side * span * 0.42, lift * 0.5 - 7 - Math.abs(beat) * 2];
  const tip: [number, number] = [root + side * span, lift];
  const wing = context.createLinearGradient(root, 0, tip[0], tip[1]);
  wing.addColorStop(0, css(colour));
  wing.addColorStop(0.6, css(colour));
  wing.addColorStop(0.85, css(tips));
  context.fillStyle = wing;
  context.beginPath();
  context.moveTo(root + 8, -3);
  context.quadraticCurveTo(elbow[0], elbow[1] - 3, tip[0], tip[1]);
  if (bat) {
    for (const share of [0.72, 0.42, 0.1])
      context.quadraticCurveTo(
        root + side * span * (share + 0.16),
        lift * share - 1,
        root + side * span * share - 2,
        lift * share + 11,
      );
  } else {
    context.quadraticCurveTo(
      root + side * span * 0.72,
      lift * 0.78 + 5,
      root + side * span * 0.4,
      lift * 0.36 + 7,
    );
    context.quadraticCurveTo(root + side * span * 0.16, lift * 0.1 + 7, root - 8, 4);
  }
  context.closePath();
  context.fill();
}
