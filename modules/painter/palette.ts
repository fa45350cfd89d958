import { fromOklch, hex, luminance, mix, type Rgb, scale, shift, tint, toOklch } from './colour.ts';
import type { SceneSpec, Season, TimeOfDay } from './spec/scene-spec.ts';

/** The colours of a scene's light, which tint everything in it. */
export interface Palette {
  zenith: Rgb;
  upper: Rgb;
  lower: Rgb;
  horizon: Rgb;
  /** light of the sun or moon */
  light: Rgb;
  /** the air around the light */
  halo: Rgb;
  cloudLit: Rgb;
  cloudShade: Rgb;
  haze: Rgb;
  /** the colour of shadows */
  shade: Rgb;
  /** 0–1: how strongly the ground is lit */
  exposure: number;
  /** at least four colours, for flowers, signs, corals and ink */
  accents: Rgb[];
  /** position of the light, in picture widths and heights */
  lightX: number;
  lightY: number;
  night: boolean;
  /** true if lamps and windows are lit */
  lamps: boolean;
}

type Light = [
  zenith: string,
  upper: string,
  lower: string,
  horizon: string,
  light: string,
  halo: string,
  cloudLit: string,
  cloudShade: string,
  haze: string,
  shade: string,
  exposure: number,
];

const LIGHTS: Record<TimeOfDay, Light> = {
  dawn: [
    '#42609f',
    '#8f9fd2',
    '#efb3b4',
    '#ffdfb2',
    '#fff0d0',
    '#ffc9a0',
    '#ffdcc8',
    '#8c86ac',
    '#e9bfb8',
    '#4a4a78',
    0.78,
  ],
  morning: [
    '#3a7cc4',
    '#79b2e3',
    '#bfdff0',
    '#fdf0d6',
    '#fffbe6',
    '#fff0c4',
    '#ffffff',
    '#a3b6cf',
    '#d6e4ea',
    '#3d5a78',
    1,
  ],
  day: [
    '#1f5fb0',
    '#4f95d8',
    '#9ccdf0',
    '#dff1f6',
    '#ffffff',
    '#fdf6dc',
    '#ffffff',
    '#93a9c6',
    '#c3dbe8',
    '#35557c',
    1,
  ],
  sunset: [
    '#232551',
    '#65457f',
    '#dd6f66',
    '#ffbf73',
    '#fff0c8',
    '#ff9a4e',
    '#ffad7e',
    '#5d4472',
    '#e2906f',
    '#382a55',
    0.72,
  ],
  dusk: [
    '#10163a',
    '#2e3069',
    '#7d5389',
    '#ea9a7c',
    '#ffe0c0',
    '#d9789a',
    '#c98aa4',
    '#3a3463',
    '#8a6a96',
    '#1f1d45',
    0.78,
  ],
  night: [
    '#040714',
    '#0a1230',
    '#152650',
    '#2a4672',
    '#dfeaff',
    '#5f86c8',
    '#44608f',
    '#10182f',
    '#2c4672',
    '#0b1230',
    0.74,
  ],
};

/** Picks a scene's light from its time of day, weather, mood and named colours. */
export function createPalette(spec: SceneSpec, random: () => number): Palette {
  const [zenith, upper, lower, horizon, light, halo, cloudLit, cloudShade, haze, shade, exposure] =
    LIGHTS[spec.time];
  const adjust = adjuster(spec);
  const sky = (text: string, weight: number) => adjust(skyColour(spec, hex(text), weight), true);
  const low = spec.time === 'sunset' || spec.time === 'dawn';
  // taken from `random` first, so that the light stays put when a later prompt only changes colours
  const level =
    (exposure + (spec.celestials.includes('aurora') ? 0.3 : 0)) *
    (1 - 0.3 * overcast(spec)) *
    (0.6 + 0.4 * spec.brightness);
  const [lightX, lift] = [0.3 + random() * 0.4, random() * 0.08];
  return {
    zenith: sky(zenith, 1),
    upper: sky(upper, 1),
    lower: sky(lower, 0.85),
    horizon: sky(horizon, 0.6),
    light: adjust(named(spec, ['sun'], nightLight(spec, hex(light))), false),
    halo: adjust(named(spec, ['sun'], hex(halo)), false),
    cloudLit: adjust(named(spec, ['clouds'], skyColour(spec, hex(cloudLit), 0.35)), true),
    cloudShade: adjust(named(spec, ['clouds'], skyColour(spec, hex(cloudShade), 0.6)), true),
    haze: adjust(named(spec, ['fog'], skyColour(spec, seasonHaze(spec, hex(haze)), 0.7)), true),
    shade: adjust(skyColour(spec, hex(shade), 0.6), true),
    exposure: level,
    accents: chooseAccents(spec, random).map((accent) => adjust(accent, false)),
    lightX,
    lightY: low ? 0.5 : spec.time === 'day' ? 0.08 : 0.16 + lift,
    night: spec.time === 'night',
    lamps: spec.lamps ?? level < 0.9,
  };
}

/** Gives autumn fog the gold of the leaves. */
function seasonHaze(spec: SceneSpec, colour: Rgb): Rgb {
  return spec.season === 'autumn' && spec.time !== 'night' ? mix(colour, [236, 190, 128], 0.5) : colour;
}

/** An aurora tints everything green. */
function nightLight(spec: SceneSpec, colour: Rgb): Rgb {
  if (!spec.celestials.includes('aurora')) return colour;
  return mix(colour, hex(spec.colours.aurora ?? '#7dffc4'), 0.22);
}

function overcast(spec: SceneSpec): number {
  return Math.min(1, Math.max(0, (spec.clouds - 0.55) / 0.45, spec.fog * 0.7, spec.snow * 0.7));
}

/** A named sky colour dominates; tints and unknown words only shift the hue. */
function skyColour(spec: SceneSpec, colour: Rgb, weight: number): Rgb {
  const sky = spec.colours.sky;
  if (sky) return tint(colour, hex(sky), 0.85 * weight);
  const first = spec.tints[0];
  const second = spec.tints[1] ?? first;
  if (first && second) return tint(colour, hex(luminance(colour) > 0.4 ? second : first), 0.62 * weight);
  const whim = spec.whims[0];
  return whim === undefined ? colour : shift(colour, ((whim % 1000) / 1000 - 0.5) * 70 * weight);
}

function named(spec: SceneSpec, things: ('sun' | 'clouds' | 'fog')[], fallback: Rgb): Rgb {
  for (const thing of things) {
    const colour = spec.colours[thing];
    if (colour) return tint(fallback, hex(colour), 0.85);
  }
  return fallback;
}

const SEASON_WARMTH: Record<Season, number> = { spring: 0.12, summer: 0.15, autumn: 0.15, winter: -0.2 };

/** The warmth of the prompt's words and of the season. */
export function warmthOf({ warmth, season, snow }: SceneSpec): number {
  const own = season && snow < 0.5 ? SEASON_WARMTH[season] : 0;
  return Math.max(-1, Math.min(1, warmth + own));
}

/** Bad weather greys the air; mood warms, cools or dims it. */
function adjuster(spec: SceneSpec): (colour: Rgb, air: boolean) => Rgb {
  const grey = overcast(spec);
  const warmth = warmthOf(spec);
  const warm: Rgb = warmth > 0 ? [255, 190, 120] : [120, 170, 255];
  const lean = Math.abs(warmth) * 0.16;
  return (colour, air) => {
    let result = colour;
    if (air && grey > 0) {
      const level = luminance(colour) * 255;
      const flat = spec.time === 'night' || spec.time === 'dusk' ? level : level * 0.72 + 44;
      const dull: Rgb = [flat * 0.95, flat, flat * 1.05];
      result = mix(result, dull, grey * (spec.fog > 0.5 ? 0.5 : 0.66));
    }
    if (lean > 0) result = mix(result, scale(warm, luminance(result) * 1.15), lean);
    const storm = spec.celestials.includes('lightning') ? 0.62 : spec.rain > 0.5 ? 0.8 : 1;
    return air ? scale(result, (0.55 + 0.45 * spec.brightness) * storm) : result;
  };
}

function chooseAccents(spec: SceneSpec, random: () => number): Rgb[] {
  const asked = [...spec.tints, ...Object.values(spec.colours)].map(hex);
  if (asked.length > 0) {
    const around = asked.flatMap((colour) => [colour, shift(colour, 18), shift(colour, -18, 0.9)]);
    while (around.length < 4) around.push(shift(asked[0] as Rgb, around.length * 25));
    return around;
  }
  if (spec.materials.includes('neon'))
    return ['#ff2d8e', '#21e0ff', '#9b5cff', '#ffb13d', '#3dffb0'].map(hex);
  const hue = spec.whims.length > 0 ? (spec.whims[0] as number) % 360 : random() * 360;
  return [0, 32, 150, 200, 285].map((turn, i) =>
    fromOklch({ lightness: 0.62 + 0.1 * (i % 3), chroma: 0.16, hue: hue + turn + random() * 16 }),
  );
}

/** A thing's colour in this scene's light: half its own, half the light's. */
export function lit(colour: Rgb, palette: Palette, brightness = 1): Rgb {
  const level = palette.exposure * brightness;
  const light = mix(palette.light, palette.halo, 0.35);
  const product: Rgb = [
    (colour[0] * light[0] * level) / 255,
    (colour[1] * light[1] * level) / 255,
    (colour[2] * light[2] * level) / 255,
  ];
  return mix(product, palette.shade, palette.night ? 0.25 : 0.1);
}

/** A thing's colour in the shade. */
export function shaded(colour: Rgb, palette: Palette): Rgb {
  const { lightness } = toOklch(colour);
  return mix(scale(colour, 0.32 * (0.4 + palette.exposure * 0.6)), palette.shade, 0.55 - lightness * 0.15);
}
