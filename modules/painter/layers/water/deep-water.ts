import { between, createRandom, pick } from '../../../generator/random.ts';
import { css, hex, mix, type Rgb, tint } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import type { Palette } from '../../palette.ts';
import type { SceneSpec } from '../../spec/scene-spec.ts';
import {
  createPixels,
  createSurface,
  drawSliding,
  HEIGHT,
  type Layer,
  MARGIN,
  WIDTH,
} from '../../surface.ts';
import { paintCoral } from './coral.ts';

/** The colours of water seen from below the surface. */
interface Deep {
  surface: Rgb;
  middle: Rgb;
  deep: Rgb;
  light: Rgb;
}

/** Sea colours by time of day, adjusted to the colours in the prompt. */
export function deepColours(spec: SceneSpec, palette: Palette): Deep {
  const asked = spec.colours.water ?? spec.colours.sky ?? spec.tints[0];
  const bend = (text: string) => (asked ? tint(hex(text), hex(asked), 0.75) : hex(text));
  const dim = palette.night || spec.time === 'dusk';
  return {
    surface: bend(dim ? '#1f5f86' : '#6fd0dc'),
    middle: bend(dim ? '#0c3358' : '#126a9c'),
    deep: bend(dim ? '#040f26' : '#04203f'),
    light: dim ? bend('#9fd8ff') : mix(bend('#e8fff4'), palette.light, 0.2),
  };
}

/** The water itself: brighter towards the top, with wandering shafts of light below a shimmering surface. */
export function createDeepWater(colours: Deep, seed: number): Layer {
  const columns = 240;
  const rows = 135;
  const buffer = createPixels(columns, rows);
  const { soft, ridged } = noiseFields();
  const random = createRandom(seed);
  const sourceX = between(random, 0.3, 0.7) * columns;
  const origin = seed & 511;
  const base = Array.from({ length: rows }, (_, y) => {
    const v = y / rows;
    return v < 0.45
      ? mix(colours.surface, colours.middle, smoothstep(-0.25, 0.45, v))
      : mix(colours.middle, colours.deep, smoothstep(0.4, 1.05, v));
  });
  const { pixels } = buffer;
  const { light } = colours;
  return {
    draw(context, { t }) {
      for (let y = 0; y < rows; y++) {
        const v = y / rows;
        const colour = base[y] as Rgb;
        const reach = (1 - v) ** 1.5;
        for (let x = 0; x < columns; x++) {
          const dx = x - sourceX;
          const spread = dx / (y + 34);
          const shaft = sample(soft, spread * 84 + origin + t * 1.5, t * 2.2 + origin) - 0.42;
          const fine = sample(soft, spread * 230 - t * 2.4, t * 3.1 + origin);
          const near = Math.exp(-(dx * dx) / 5200);
          let glow = Math.max(0, shaft * 1.9 + (fine - 0.5) * 0.5) * reach * (0.35 + near * 0.8);
          glow += near * (1 - v) ** 3 * 0.4;
          if (v < 0.16) {
            const away = 1 / (v + 0.05);
            const ceiling = sample(ridged, (dx / columns) * away * 60 + t * 3, away * 16 + t * 5);
            glow += ceiling * ceiling * (0.16 - v) * 3.4;
          }
          const index = (y * columns + x) * 4;
          pixels[index] = colour[0] + light[0] * glow * 0.62;
          pixels[index + 1] = colour[1] + light[1] * glow * 0.62;
          pixels[index + 2] = colour[2] + light[2] * glow * 0.55;
          pixels[index + 3] = 255;
        }
      }
      buffer.flush();
      context.drawImage(buffer.canvas, 0, 0, WIDTH, HEIGHT);
    },
  };
}

interface ReefOptions {
  /** mean row of the ridge */
  topY: number;
  /** roughness, in pixels */
  rough: number;
  /** size of a coral, in pixels; 0 for bare rock */
  coral: number;
  count: number;
  /** 0 near … 1 faded into the water */
  haze: number;
  depth: number;
  seed: number;
}

/** One ridge of reef with its corals. */
export function createReef(spec: SceneSpec, colours: Deep, options: ReefOptions): Layer {
  const random = createRandom(options.seed);
  const { soft } = noiseFields();
  const full = WIDTH + 2 * MARGIN;
  const top = Math.max(0, Math.floor(options.topY - options.rough * 1.3 - options.coral * 1.5));
  const { canvas, context } = createSurface(full, HEIGHT - top);
  context.translate(0, -top);
  const ridge = (x: number) => {
    const edge = Math.abs(x / full - 0.5) * 2;
    const n = sample(soft, x * 0.14 + (options.seed & 511), options.seed & 255) - 0.5;
    return options.topY - n * options.rough * 2 - edge ** 2 * options.rough * 0.8;
  };
  const rock = context.createLinearGradient(0, options.topY - options.rough, 0, HEIGHT);
  rock.addColorStop(0, css(mix([92, 80, 104], colours.middle, 0.35)));
  rock.addColorStop(0.5, css(mix([44, 38, 66], colours.deep, 0.5)));
  rock.addColorStop(1, css(mix([14, 12, 30], colours.deep, 0.5)));
  context.fillStyle = rock;
  context.beginPath();
  context.moveTo(0, HEIGHT);
  for (let x = 0; x <= full; x += 6) context.lineTo(x, ridge(x) + (sample(soft, x * 1.4, 9) - 0.5) * 16);
  context.lineTo(full, HEIGHT);
  context.fill();
  const asked = spec.colours.corals;
  const natural: [string, ...string[]] = [
    '#ff5f7e',
    '#ff8f4a',
    '#e85ac8',
    '#9a5cf0',
    '#f7c948',
    '#3fd0b0',
    '#ff6f61',
    '#5f8cff',
  ];
  const growths = Array.from({ length: options.count }, () => {
    const x = random() * full;
    const down = random() ** 1.5 * (HEIGHT - options.topY) * 0.8;
    return { x, y: ridge(x) + 8 + down, size: options.coral * between(random, 0.5, 1.25) * (1 + down / 500) };
  }).sort((a, b) => a.y - b.y);
  for (const { x, y, size } of growths) {
    const colour = asked ? mix(hex(asked), hex(pick(random, natural)), 0.2) : hex(pick(random, natural));
    paintCoral(context, x, y, size, colour, random);
  }
  context.globalCompositeOperation = 'source-atop';
  const water = context.createLinearGradient(0, options.topY - options.rough - options.coral, 0, HEIGHT);
  water.addColorStop(0, css(mix(colours.middle, colours.surface, 0.12), options.haze));
  water.addColorStop(1, css(colours.deep, Math.min(1, options.haze + 0.25)));
  context.fillStyle = water;
  context.fillRect(0, 0, full, HEIGHT);
  context.globalCompositeOperation = 'source-over';
  return { draw: (target, moment) => drawSliding(target, canvas, top, moment, options.depth) };
}

/** Seaweed at the sides of the picture, leaning with the swell. */
export function createWeed(colours: Deep, seed: number): Layer {
  const random = createRandom(seed);
  const blades = Array.from({ length: 30 }, () => {
    const left = random() < 0.5;
    return {
      x: left ? between(random, -20, 210) : between(random, WIDTH - 210, WIDTH + 20),
      height: between(random, 120, 330),
      width: between(random, 7, 17),
      phase: random() * 7,
      shade: random(),
    };
  });
  const dark = mix(colours.deep, [10, 34, 30], 0.5);
  const green = mix(colours.middle, [50, 120, 70], 0.55);
  return {
    draw(context, { t }) {
      for (const { x, height, width, phase, shade } of blades) {
        const swing = Math.sin(t * 0.7 + phase) * 34;
        const late = Math.sin(t * 0.7 + phase - 0.9) * 52;
        context.fillStyle = css(mix(dark, green, shade * 0.7), 0.94);
        context.beginPath();
        context.moveTo(x - width / 2, HEIGHT + 4);
        context.bezierCurveTo(
          x - width + swing * 0.4,
          HEIGHT - height * 0.4,
          x - width * 0.6 + swing,
          HEIGHT - height * 0.7,
          x + late,
          HEIGHT - height,
        );
        context.bezierCurveTo(
          x + width * 0.6 + swing,
          HEIGHT - height * 0.68,
          x + width + swing * 0.4,
          HEIGHT - height * 0.4,
          x + width / 2,
          HEIGHT + 4,
        );
        context.fill();
      }
    },
  };
}
