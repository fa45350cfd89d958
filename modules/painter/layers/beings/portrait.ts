import { between, createRandom } from '../../../generator/random.ts';
import { css, hex, mix, scale } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { fillPath } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';

const HEAD =
  'M250 40 C330 34 396 84 404 160 C408 184 402 196 408 212 C418 234 438 252 440 264 C440 274 424 276 416 280 C414 290 422 296 420 304 C418 310 410 312 410 316 C412 324 416 328 412 338 C404 356 372 352 350 354 C336 358 334 380 340 412 C350 444 420 462 474 494 C506 516 520 560 528 640 L20 640 C24 560 44 516 92 492 C150 464 172 440 172 400 C170 370 150 342 138 306 C104 210 130 52 250 40 Z';
const HAIR =
  'M262 26 C340 22 404 74 406 138 C384 122 366 128 352 150 C340 178 330 196 306 202 C296 190 280 190 276 206 C274 228 288 236 296 240 C288 276 270 300 262 336 C252 392 262 436 236 474 C190 492 130 484 100 452 C120 420 122 380 112 330 C86 212 96 36 262 26 Z';

/** A head in profile against the sky with light along its edge, and stars in its hair if the scene has any. */
export function createPortrait(spec: SceneSpec, palette: Palette, x: number, seed: number): Layer {
  const { canvas, context } = createSurface(560, 640);
  const own = hex(spec.colours.portrait ?? '#2a2430');
  const dark = mix(scale(own, 0.55), palette.shade, 0.45);
  const rim = mix(palette.light, palette.halo, 0.4);
  const facesRight = palette.lightX * WIDTH > x;
  for (const [shape, colour] of [
    [HEAD, dark],
    [HAIR, scale(dark, 0.62)],
  ] as const) {
    context.fillStyle = css(rim);
    fillPath(context, shape);
    context.save();
    context.translate(-3, 3);
    context.globalCompositeOperation = 'source-atop';
    const fill = context.createLinearGradient(120, 0, 440, 0);
    fill.addColorStop(0, css(scale(colour, 0.7)));
    fill.addColorStop(0.75, css(colour));
    fill.addColorStop(1, css(mix(colour, rim, 0.35)));
    context.fillStyle = fill;
    fillPath(context, shape);
    context.restore();
  }
  const random = createRandom(seed);
  const stars = spec.celestials.includes('stars') || spec.celestials.includes('galaxy') ? 42 : 0;
  const lights = Array.from({ length: stars }, () => ({
    x: between(random, 118, 300),
    y: between(random, 60, 440),
    size: between(random, 5, 15),
    phase: random() * 7,
  }));
  return {
    draw(target, { t, sway }) {
      target.save();
      target.translate(x + sway * 12, HEIGHT);
      target.scale((facesRight ? 1 : -1) * 1.02, 1.02 + Math.sin(t * 0.8) * 0.003);
      target.drawImage(canvas, -280, -640);
      target.globalCompositeOperation = 'lighter';
      for (const light of lights) {
        const shine = 0.55 + 0.45 * Math.sin(t * 1.6 + light.phase);
        paintGlow(target, light.x - 280, light.y - 640, light.size * 1.6, [220, 230, 255], shine);
      }
      target.restore();
    },
  };
}
