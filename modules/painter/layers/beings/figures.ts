import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec, Subject } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer, WIDTH } from '../../surface.ts';
import { smoothPath } from '../effects/smooth-path.ts';
import { FIGURES, type Figure } from './figure-outlines.ts';

/** People and animals as dark shapes with a bright rim on the side facing the light. */
export function createFigures(
  subject: Subject,
  spec: SceneSpec,
  palette: Palette,
  x: number,
  groundY: number,
  seed: number,
): Layer | null {
  const figure = FIGURES[subject];
  if (!figure) return null;
  const random = createRandom(seed);
  const asked = spec.colours[subject];
  const dark = asked
    ? mix(scale(hex(asked), 0.7), palette.shade, 0.25)
    : scale(mix(palette.shade, [22, 18, 24], 0.55), 0.75);
  const rim = mix(palette.light, palette.halo, 0.5);
  const count = Math.min(9, spec.counts[subject] ?? 1);
  const box = createSurface(260, 220);
  const lightLeft = palette.lightX * WIDTH < x;
  box.context.scale(2, 2);
  box.context.translate(15, 4);
  paintFigure(box.context, figure, rim);
  const body = createSurface(260, 220);
  body.context.scale(2, 2);
  body.context.translate(15 + (lightLeft ? 0.9 : -0.9), 4.8);
  paintFigure(body.context, figure, dark);
  box.context.resetTransform();
  box.context.globalCompositeOperation = 'source-atop';
  box.context.drawImage(body.canvas, 0, 0);
  const members = Array.from({ length: count }, (_, i) => ({
    x: x + (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * between(random, 70, 120)),
    size:
      figure.size * Math.min(1.8, Math.max(0.6, spec.scale)) * (i === 0 ? 1 : between(random, 0.62, 0.95)),
    flip: (i === 0 ? lightLeft : random() < 0.5) ? -1 : 1,
    phase: random() * 7,
  })).sort((a, b) => a.size - b.size);
  return {
    draw(context, { t, sway }) {
      for (const member of members) {
        const zoom = member.size / 196;
        const breath = 1 + Math.sin(t * 1.1 + member.phase) * 0.006;
        context.save();
        context.translate(member.x + sway * 26, groundY);
        context.scale(zoom * member.flip, zoom * breath);
        context.drawImage(box.canvas, -130, -200);
        context.restore();
      }
    },
  };
}

function paintFigure(context: Context, { outline, strokes }: Figure, colour: Rgb): void {
  context.fillStyle = css(colour);
  context.strokeStyle = css(colour);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  smoothPath(context, outline, true);
  context.fill();
  for (const { width, points } of strokes) {
    context.lineWidth = width;
    smoothPath(context, points, false);
    context.stroke();
  }
}
