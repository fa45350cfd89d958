import { hex, mix, type Rgb, scale } from '../../colour.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec, Subject } from '../../spec/scene-spec.ts';
import { type Context, createSurface, type Layer } from '../../surface.ts';

/** A subject's colours under the scene's light. */
export interface Tones {
  light: Rgb;
  body: Rgb;
  dark: Rgb;
  /** colour of a backlit edge */
  rim: Rgb;
  glass: Rgb;
  lamp: boolean;
}

/** A subject in its own coordinate box. */
export interface Sprite {
  width: number;
  height: number;
  /** the point of the box that stands on the ground */
  foot: readonly [x: number, y: number];
  /** body colour if the prompt doesn't name one */
  colour: string;
  paint(context: Context, tones: Tones): void;
  /** paints moving parts on top, in the box's own coordinates */
  move?(context: Context, tones: Tones, t: number): void;
  /** drifts and turns instead of standing */
  floats?: boolean;
}

interface Place {
  x: number;
  y: number;
  zoom: number;
  flip?: boolean;
}

/** Paints a subject once and animates its moving parts. Several of them stand side by side, smaller with distance. */
export function createSprite(
  subject: Subject,
  sprite: Sprite,
  spec: SceneSpec,
  palette: Palette,
  { x, y, zoom, flip }: Place,
): Layer {
  const tones = tonesOf(spec, palette, subject, sprite.colour);
  const { canvas, context } = createSurface(sprite.width * 1.5, sprite.height * 1.5);
  context.scale(1.5, 1.5);
  sprite.paint(context, tones);
  const count = Math.min(7, spec.counts[subject] ?? 1);
  const apart = sprite.width * zoom * 0.82;
  const places = Array.from({ length: count }, (_, i) => ({
    x: x + (i === 0 ? 0 : (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * apart),
    y: y - (i % 3) * 14 * zoom,
    zoom: zoom * (1 - (i % 3) * 0.12),
  })).reverse();
  const [footX, footY] = sprite.foot;
  return {
    draw(target, { t, sway }) {
      for (const [i, place] of places.entries()) {
        target.save();
        const lift = sprite.floats ? Math.sin(t * 0.5 + i * 2) * 14 : 0;
        target.translate(place.x + sway * 24, place.y + lift);
        if (sprite.floats) target.rotate(Math.sin(t * 0.31 + i) * 0.14);
        target.scale(place.zoom * (flip ? -1 : 1), place.zoom);
        target.translate(-footX, -footY);
        target.drawImage(canvas, 0, 0, sprite.width, sprite.height);
        sprite.move?.(target, tones, t + i * 1.7);
        target.restore();
      }
    },
  };
}

function tonesOf(spec: SceneSpec, palette: Palette, subject: Subject, fallback: string): Tones {
  const own = hex(spec.colours[subject] ?? fallback);
  const body = lit(own, palette, 1.1);
  return {
    light: mix(body, mix(palette.light, [255, 255, 255], 0.3), 0.4),
    body,
    dark: mix(shaded(own, palette), scale(own, 0.25), 0.4),
    rim: mix(palette.light, palette.halo, 0.5),
    glass: mix(palette.shade, palette.upper, 0.45),
    lamp: palette.lamps,
  };
}
