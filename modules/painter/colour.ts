/** sRGB, 0–255 per channel. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Lightness 0–1, chroma about 0–0.3, hue in degrees. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Parses `#rrggbb`. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Formats a CSS colour for the canvas. */
export function css(colour: Rgb, alpha = 1): string {
  return `rgba(${Math.round(colour[0])},${Math.round(colour[1])},${Math.round(colour[2])},${alpha.toFixed(3)})`;
}

/** Mixes in sRGB, which is fast and looks right for haze and light. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * amount,
    from[1] + (to[1] - from[1]) * amount,
    from[2] + (to[2] - from[2]) * amount,
  ];
}

/** Multiplies every channel. */
export function scale(colour: Rgb, factor: number): Rgb {
  return [clamp255(colour[0] * factor), clamp255(colour[1] * factor), clamp255(colour[2] * factor)];
}

/** Perceived brightness, from 0 (black) to 1 (white). */
export function luminance(colour: Rgb): number {
  return (colour[0] * 0.299 + colour[1] * 0.587 + colour[2] * 0.114) / 255;
}

/** Moves hue and chroma towards another colour and keeps most of the lightness. */
export function tint(colour: Rgb, towards: Rgb, amount: number): Rgb {
  if (amount <= 0) return colour;
  const base = toOklch(colour);
  const goal = toOklch(towards);
  const tinted = fromOklch({
    lightness: base.lightness * 0.82 + goal.lightness * 0.18,
    chroma: Math.max(base.chroma, goal.chroma) * (goal.chroma < 0.04 ? 0.25 : 0.9),
    hue: goal.hue,
  });
  return mix(colour, tinted, amount);
}

/** Rotates the hue and scales the chroma. */
export function shift(colour: Rgb, degrees: number, chroma = 1): Rgb {
  const base = toOklch(colour);
  return fromOklch({ lightness: base.lightness, chroma: base.chroma * chroma, hue: base.hue + degrees });
}

/** Converts from OKLCH, clamping to sRGB. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const radians = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(radians);
  const b = chroma * Math.sin(radians);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Converts to OKLCH. */
export function toOklch(colour: Rgb): Oklch {
  const r = decode(colour[0]);
  const g = decode(colour[1]);
  const b = decode(colour[2]);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

function decode(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encode(value: number): number {
  const clamped = Math.min(1, Math.max(0, value));
  return 255 * (clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055);
}

function clamp255(value: number): number {
  return value < 0 ? 0 : Math.min(value, 255);
}
