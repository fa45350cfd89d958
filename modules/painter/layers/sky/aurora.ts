import { fromOklch, hex, type Rgb, toOklch } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createPixels, type Layer, WIDTH } from '../../surface.ts';

const COLUMNS = 320;
const ROWS = 128;

/** Curtains of light: folded ribbons seen from below, each with a bright hem and rays that fade upwards. */
export function createAurora(spec: SceneSpec, horizonY: number, seed: number): Layer {
  const buffer = createPixels(COLUMNS, ROWS);
  const { soft } = noiseFields();
  const { hem, top } = curtainColours(spec);
  const light = new Float32Array(COLUMNS * ROWS * 2);
  const { pixels } = buffer;
  return {
    draw(context, { t }) {
      light.fill(0);
      for (let curtain = 0; curtain < 3; curtain++) addCurtain(light, soft, t, curtain, seed);
      for (let i = 0; i < COLUMNS * ROWS; i++) {
        const strength = light[i * 2] as number;
        if (strength < 0.004) {
          pixels[i * 4 + 3] = 0;
          continue;
        }
        const rise = Math.min(1, (light[i * 2 + 1] as number) / strength);
        const boost = 1 + strength * 0.25;
        pixels[i * 4] = (hem[0] + (top[0] - hem[0]) * rise) * boost;
        pixels[i * 4 + 1] = (hem[1] + (top[1] - hem[1]) * rise) * boost;
        pixels[i * 4 + 2] = (hem[2] + (top[2] - hem[2]) * rise) * boost;
        pixels[i * 4 + 3] = Math.min(255, strength * 245);
      }
      buffer.flush();
      context.globalCompositeOperation = 'screen';
      context.drawImage(buffer.canvas, 0, 0, WIDTH, horizonY);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

function addCurtain(light: Float32Array, soft: Float32Array, t: number, curtain: number, seed: number): void {
  const offset = (seed & 511) + curtain * 173;
  const near = 1 - curtain * 0.24;
  for (let x = 0; x < COLUMNS; x++) {
    const u = x * 0.3 + offset;
    const fold = sample(soft, u * 0.62 + t * 1.1, offset + t * 0.55);
    const hemY = (0.74 - curtain * 0.17 + (fold - 0.5) * 0.85) * ROWS;
    const rays = sample(soft, u * 5.2 + fold * 90 - t * 2.2, t * 1.4 + offset);
    const slow = smoothstep(0.28, 0.68, sample(soft, u * 0.8 - t * 0.9, offset + 71 + t * 0.4));
    const power = (0.25 + rays * rays * 2.1) * slow * near;
    if (power < 0.02) continue;
    const height = (0.34 + rays * 0.36) * ROWS * near;
    const from = Math.max(0, Math.floor(hemY - height * 1.5));
    const to = Math.min(ROWS - 1, Math.ceil(hemY + 8));
    for (let y = from; y <= to; y++) {
      const rise = (hemY - y) / height;
      const value =
        power * (rise < 0 ? Math.exp(rise * height * 0.42) : Math.exp(-rise * 2.3) * (1 - rise / 1.5));
      const index = (y * COLUMNS + x) * 2;
      light[index] = (light[index] as number) + value;
      light[index + 1] = (light[index + 1] as number) + value * Math.max(0, Math.min(1, rise * 1.15));
    }
  }
}

function curtainColours(spec: SceneSpec): { hem: Rgb; top: Rgb } {
  const asked = spec.colours.aurora ?? spec.tints[0];
  if (!asked) return { hem: [74, 255, 168], top: [150, 84, 255] };
  const { hue, chroma } = toOklch(hex(asked));
  const second = spec.tints[1] ? toOklch(hex(spec.tints[1])).hue : hue + 50;
  return {
    hem: fromOklch({ lightness: 0.84, chroma: Math.max(0.12, chroma), hue }),
    top: fromOklch({ lightness: 0.62, chroma: 0.2, hue: second }),
  };
}
