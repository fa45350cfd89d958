import { createRandom, pick } from '../../../generator/random.ts';
import { fromOklch, hex, type Rgb, scale, toOklch } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import { createPixels, createSurface, HEIGHT, type Layer, WIDTH } from '../../surface.ts';

const COLUMNS = 640;
const ROWS = 360;

/** Clouds of glowing gas in two colours behind dark dust, pulsing and slowly turning. */
export function* createNebula(spec: SceneSpec, seed: number, opacity: number): Generator<void, Layer, void> {
  const { soft, ridged } = noiseFields();
  const random = createRandom(seed);
  const [first, second] = gasColours(spec, random);
  const sheet = createPixels(COLUMNS, ROWS);
  const spiral = spec.celestials.includes('galaxy') && !spec.celestials.includes('nebula');
  const ox = seed & 511;
  const oy = (seed >>> 9) & 511;
  const twist = spiral ? 3.4 : spec.swirl * 2;
  const tilt = 0.35 + random() * 0.3;
  for (let y = 0; y < ROWS; y++) {
    if (y % 120 === 119) yield;
    for (let x = 0; x < COLUMNS; x++) {
      let px = (x / COLUMNS - 0.5) * 3.2;
      let py = (y / ROWS - 0.5) * 1.8;
      const away = Math.hypot(px, spiral ? py / tilt : py);
      let arms = 0.5;
      if (spiral) {
        const angle = Math.atan2(py / tilt, px) + Math.log(away + 0.12) * twist;
        arms = (0.5 + 0.5 * Math.cos(angle * 2)) ** 1.5;
      } else if (twist > 0) {
        const angle = twist * Math.exp(-away * 1.2);
        const turned = px * Math.cos(angle) - py * Math.sin(angle);
        py = px * Math.sin(angle) + py * Math.cos(angle);
        px = turned;
      }
      const wx = sample(soft, px * 70 + ox, py * 70 + oy) - 0.5;
      const wy = sample(soft, px * 70 + oy, py * 70 + ox + 99) - 0.5;
      const gas = sample(soft, px * 62 + wx * 120 + ox, py * 62 + wy * 120);
      const other = sample(soft, px * 48 - wy * 110 + oy, py * 48 + wx * 110 + 200);
      const veins = sample(ridged, px * 90 + wx * 90, py * 90 + wy * 90 + ox);
      const dust = smoothstep(0.5, 0.86, sample(soft, px * 84 + wy * 150 + 300, py * 84 + wx * 90 + oy));
      const band = spiral
        ? Math.exp(-away * 0.85) * (0.4 + arms * 2.1)
        : Math.exp(-((py + px * 0.32 + wx * 1.1) ** 2) * 1.5);
      const a = smoothstep(0.3, 0.86, gas) * band * 1.5;
      const b = smoothstep(0.3, 0.82, other) * (spiral ? band * 0.8 : 0.22 + band * 0.95);
      const core = spiral ? Math.exp(-away * away * 16) : smoothstep(0.6, 0.95, veins) * a * 0.75;
      const dim = 1 - dust * (spiral ? 0.45 : 0.78);
      const hot = (a * a * 0.3 + core * 0.7) * dim;
      const index = (y * COLUMNS + x) * 4;
      sheet.pixels[index] = 5 + (first[0] * a + second[0] * b) * dim + hot * 215;
      sheet.pixels[index + 1] = 5 + (first[1] * a + second[1] * b) * dim + hot * 190;
      sheet.pixels[index + 2] = 14 + (first[2] * a + second[2] * b) * dim + hot * 205;
      sheet.pixels[index + 3] = 255;
    }
  }
  sheet.flush();
  return slowlyTurning(sheet.canvas, opacity);
}

function slowlyTurning(canvas: Parameters<CanvasDraw>[0], opacity: number): Layer {
  const large = createSurface(WIDTH, HEIGHT);
  large.context.imageSmoothingQuality = 'high';
  large.context.drawImage(canvas, 0, 0, WIDTH, HEIGHT);
  return {
    draw(context, { t }) {
      context.save();
      if (opacity < 1) context.globalCompositeOperation = 'screen';
      context.globalAlpha = opacity;
      context.translate(WIDTH / 2, HEIGHT / 2);
      context.rotate(Math.sin(t * 0.021) * 0.09);
      const zoom = 1.2 + Math.sin(t * 0.05) * 0.06;
      context.scale(zoom, zoom);
      context.drawImage(large.canvas, -WIDTH / 2, -HEIGHT / 2);
      context.restore();
    },
  };
}

type CanvasDraw = (canvas: ReturnType<typeof createSurface>['canvas']) => void;

function gasColours(spec: SceneSpec, random: () => number): [Rgb, Rgb] {
  const asked = [spec.colours.nebula, spec.colours.galaxy, ...spec.tints].filter(
    (text) => text !== undefined,
  );
  const vivid = (text: string, turn: number): Rgb => {
    const { hue, chroma } = toOklch(hex(text));
    return fromOklch({ lightness: 0.66, chroma: chroma < 0.03 ? 0.02 : 0.2, hue: hue + turn });
  };
  if (asked[0])
    return [scale(vivid(asked[0], 0), 0.95), scale(vivid(asked[1] ?? asked[0], asked[1] ? 0 : 48), 0.72)];
  // hue pairs that glow well together; random ones tend to look muddy
  const [hue, other] = pick(random, [
    [305, 205],
    [265, 190],
    [25, 275],
    [345, 235],
    [185, 315],
  ]);
  return [
    scale(fromOklch({ lightness: 0.66, chroma: 0.2, hue }), 0.95),
    scale(fromOklch({ lightness: 0.62, chroma: 0.16, hue: other }), 0.75),
  ];
}
