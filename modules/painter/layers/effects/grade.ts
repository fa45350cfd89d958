import { createRandom } from '../../../generator/random.ts';
import { css, hex, type Rgb } from '../../colour.ts';
import { warmthOf } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import {
  type Context,
  createPixels,
  createSurface,
  HEIGHT,
  type Layer,
  type Surface,
  WIDTH,
} from '../../surface.ts';

/** The look of a film print: bloom, colour grading by mood, vignette and fine grain. */
export function createGrade(spec: SceneSpec): Layer {
  const bloom = createSurface(160, 90);
  const corners = paintCorners(0.34 + (spec.contrast - 1) * 0.5 + (1 - spec.brightness) * 0.3);
  const strength = Math.min(0.75, 0.26 + spec.glow * 0.45);
  const washes = moodWashes(spec);
  return {
    draw(context) {
      bloom.context.globalCompositeOperation = 'copy';
      bloom.context.imageSmoothingQuality = 'medium';
      bloom.context.drawImage(context.canvas, 0, 0, 160, 90);
      bloom.context.globalCompositeOperation = 'multiply';
      bloom.context.drawImage(bloom.canvas, 0, 0);
      context.globalCompositeOperation = 'screen';
      context.globalAlpha = strength;
      context.drawImage(bloom.canvas, 0, 0, WIDTH, HEIGHT);
      context.globalAlpha = 1;
      for (const [operation, style] of washes) {
        context.globalCompositeOperation = operation;
        context.fillStyle = style;
        context.fillRect(0, 0, WIDTH, HEIGHT);
      }
      context.globalCompositeOperation = 'source-over';
      context.drawImage(corners, 0, 0);
    },
  };
}

/** Film grain that changes with the frame number and nothing else. Painted last, on top of cross-fades. */
export function createGrain(): (context: Context, frame: number, width: number, height: number) => void {
  const size = 256;
  const tile = createPixels(size, size);
  const random = createRandom(4711);
  for (let i = 0; i < size * size; i++) {
    const value = random() + random() - 1;
    tile.pixels.fill(value > 0 ? 255 : 0, i * 4, i * 4 + 3);
    tile.pixels[i * 4 + 3] = Math.abs(value) * 8;
  }
  tile.flush();
  const sheet = createSurface(WIDTH + size, HEIGHT + size);
  for (let y = 0; y < HEIGHT + size; y += size) {
    for (let x = 0; x < WIDTH + size; x += size) sheet.context.drawImage(tile.canvas, x, y);
  }
  return (context, frame) => {
    const jump = createRandom(frame * 31 + 7);
    context.drawImage(sheet.canvas, -Math.floor(jump() * size), -Math.floor(jump() * size));
  };
}

type Wash = [operation: 'saturation' | 'soft-light' | 'multiply' | 'screen' | 'color', style: string];

function moodWashes(spec: SceneSpec): Wash[] {
  const washes: Wash[] = [];
  if (spec.saturation < 0.93)
    washes.push(['saturation', css([128, 128, 128], Math.min(1, 1 - spec.saturation))]);
  if (spec.saturation > 1.07)
    washes.push(['saturation', css([255, 60, 60], Math.min(0.3, (spec.saturation - 1) * 0.4))]);
  const warmth = warmthOf(spec);
  if (Math.abs(warmth) > 0.05) {
    const colour: Rgb = warmth > 0 ? [255, 160, 70] : [60, 140, 255];
    washes.push(['soft-light', css(colour, Math.abs(warmth) * 0.3)]);
  }
  const [tint] = spec.realm === 'lunar' ? spec.tints : [];
  if (tint) washes.push(['soft-light', css(hex(tint), 0.55)]);
  if (spec.contrast > 1.03) washes.push(['soft-light', css([96, 96, 96], Math.min(0.4, spec.contrast - 1))]);
  if (spec.contrast < 0.97)
    washes.push(['screen', css([70, 66, 74], Math.min(0.5, (1 - spec.contrast) * 1.6))]);
  if (spec.brightness < 0.97)
    washes.push([
      'multiply',
      css([40, 40, 62], Math.min(0.5, (1 - spec.brightness) * (spec.time === 'night' ? 0.4 : 0.9))),
    ]);
  if (spec.brightness > 1.03)
    washes.push(['screen', css([255, 248, 235], Math.min(0.22, (spec.brightness - 1) * 0.8))]);
  return washes;
}

function paintCorners(darkness: number): Surface {
  const { canvas, context } = createSurface(WIDTH, HEIGHT);
  const fall = context.createRadialGradient(
    WIDTH / 2,
    HEIGHT * 0.48,
    HEIGHT * 0.42,
    WIDTH / 2,
    HEIGHT * 0.48,
    WIDTH * 0.66,
  );
  fall.addColorStop(0, 'rgba(6,4,14,0)');
  fall.addColorStop(0.6, css([6, 4, 14], Math.max(0, darkness * 0.35)));
  fall.addColorStop(1, css([6, 4, 14], Math.max(0.1, Math.min(0.8, darkness))));
  context.fillStyle = fall;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  return canvas;
}
