import { between, createRandom } from '../../../generator/random.ts';
import { css, fromOklch, hex, mix, type Rgb } from '../../colour.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { type Context, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';
import { wrap } from '../../wrap.ts';
import { strokeCurve } from '../effects/draw.ts';
import { paintGlow } from '../sky/celestial.ts';

/** Jellyfish: glowing bells that pulse as they rise, trailing lace and threads. */
export function createJellyfish(spec: SceneSpec, palette: Palette, seed: number): Layer {
  const random = createRandom(seed);
  const asked = spec.colours.jellyfish ?? spec.tints[0];
  const count = Math.min(16, spec.counts.jellyfish ?? 7);
  const items = Array.from({ length: count }, (_, i) => {
    const near = i === 0 ? 1 : 0.12 + random() ** 1.4 * 0.72;
    const natural = fromOklch({ lightness: 0.76, chroma: 0.14, hue: 300 + random() * 110 });
    return {
      x: ((i + 0.5 + between(random, -0.3, 0.3)) / count) * WIDTH,
      y: (i * 0.382 + random() * 0.12 + 0.42) % 1,
      near,
      radius: 24 + near * 62,
      colour: asked ? mix(hex(asked), [255, 240, 255], 0.35) : natural,
      phase: random() * 7,
      pace: between(random, 0.8, 1.2),
      lean: between(random, -0.22, 0.22),
    };
  }).sort((a, b) => a.near - b.near);
  const halo = createSurface(128, 128);
  paintGlow(halo.context, 64, 64, 64, mix(palette.horizon, [255, 220, 255], 0.5), 0.5);
  return {
    draw(context, { t }) {
      for (const jelly of items) {
        const beat = t * 1.5 * jelly.pace + jelly.phase;
        const climb = t * (0.008 + 0.012 * jelly.near) * jelly.pace + Math.sin(beat - 0.8) * 0.006;
        const y = (wrap(jelly.y - climb, 1) * 1.5 - 0.25) * HEIGHT;
        const x = jelly.x + Math.sin(t * 0.16 + jelly.phase) * 46;
        context.save();
        context.translate(x, y);
        context.rotate(jelly.lean + Math.sin(t * 0.3 + jelly.phase) * 0.09);
        context.globalAlpha = 0.62 + jelly.near * 0.38;
        context.globalCompositeOperation = 'screen';
        context.drawImage(
          halo.canvas,
          -jelly.radius * 3,
          -jelly.radius * 3,
          jelly.radius * 6,
          jelly.radius * 6,
        );
        paintJelly(context, jelly.radius, jelly.colour, beat, jelly.phase);
        context.restore();
      }
    },
  };
}

function paintJelly(context: Context, radius: number, colour: Rgb, beat: number, phase: number): void {
  const squeeze = 0.5 + 0.5 * Math.sin(beat);
  const w = radius * (1.02 - squeeze * 0.2);
  const h = radius * (0.86 + squeeze * 0.18);
  context.lineCap = 'round';
  for (let i = 0; i < 11; i++) {
    const from = (i / 10 - 0.5) * 1.7 * w;
    const reach = radius * (2.4 + ((i * 37) % 10) * 0.15);
    const wave = beat * 0.9 - i * 0.5 + phase;
    context.strokeStyle = css(colour, 0.34);
    context.lineWidth = Math.max(0.7, radius * 0.017);
    context.beginPath();
    context.moveTo(from, h * 0.1);
    context.bezierCurveTo(
      from + Math.sin(wave) * radius * 0.24,
      reach * 0.35,
      from - Math.sin(wave - 0.9) * radius * 0.36,
      reach * 0.7,
      from * 0.8 + Math.sin(wave - 1.7) * radius * 0.42,
      reach,
    );
    context.stroke();
  }
  for (let i = 0; i < 4; i++) {
    const from = (i - 1.5) * w * 0.26;
    const wave = beat * 0.8 - i * 0.8;
    context.strokeStyle = css(mix(colour, [255, 255, 255], 0.35), 0.28);
    context.lineWidth = radius * 0.12;
    context.beginPath();
    context.moveTo(from, 0);
    context.bezierCurveTo(
      from + Math.sin(wave) * radius * 0.26,
      radius * 0.6,
      from - Math.sin(wave - 1) * radius * 0.3,
      radius,
      from + Math.sin(wave - 2) * radius * 0.26,
      radius * 1.7,
    );
    context.stroke();
  }
  const bell = context.createRadialGradient(0, -h * 0.25, radius * 0.08, 0, -h * 0.2, radius * 1.08);
  bell.addColorStop(0, css(mix(colour, [255, 255, 255], 0.6), 0.78));
  bell.addColorStop(0.45, css(colour, 0.42));
  bell.addColorStop(0.86, css(colour, 0.55));
  bell.addColorStop(1, css(mix(colour, [255, 255, 255], 0.5), 0.85));
  context.fillStyle = bell;
  context.beginPath();
  context.moveTo(-w, h * 0.12);
  context.bezierCurveTo(-w * 1.06, -h * 0.72, -w * 0.5, -h, 0, -h);
  context.bezierCurveTo(w * 0.5, -h, w * 1.06, -h * 0.72, w, h * 0.12);
  const scallops = 8;
  for (let i = 0; i < scallops; i++) {
    const x0 = w - (i / scallops) * w * 2;
    const x1 = w - ((i + 1) / scallops) * w * 2;
    context.quadraticCurveTo((x0 + x1) / 2, h * (0.3 + 0.04 * (i % 2)), x1, h * 0.12);
  }
  context.fill();
  context.strokeStyle = css(mix(colour, [255, 255, 255], 0.6), 0.4);
  context.lineWidth = Math.max(0.8, radius * 0.02);
  for (let i = -2; i <= 2; i++) {
    strokeCurve(context, i * w * 0.08, -h * 0.92, i * w * 0.42, -h * 0.5, i * w * 0.4, h * 0.16);
  }
}
