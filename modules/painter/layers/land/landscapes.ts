import { hex, mix, type Rgb, tint } from '../../colour.ts';
import { noiseFields, sample, smoothstep } from '../../noise.ts';
import { lit, type Palette, shaded } from '../../palette.ts';
import type { SceneSpec, Thing } from '../../spec/scene-spec.ts';
import type { GroundPoint, Landscape } from './terrain.ts';

/** Colours of slopes facing the light and facing away from it. */
interface Tone {
  light: Rgb;
  dark: Rgb;
}

export type LandscapeName =
  | 'mountains'
  | 'hills'
  | 'dunes'
  | 'canyon'
  | 'volcano'
  | 'snow'
  | 'islands'
  | 'icebergs';

/** Height and colour functions for one kind of land. */
export function createLandscape(
  name: LandscapeName,
  spec: SceneSpec,
  palette: Palette,
  seed: number,
): Landscape {
  switch (name) {
    case 'mountains':
      return mountains(spec, palette, seed);
    case 'dunes':
      return dunes(spec, palette, seed);
    case 'canyon':
      return canyon(spec, palette, seed);
    case 'volcano':
      return volcano(spec, palette, seed);
    case 'snow':
      return hills(spec, palette, seed, brighten(tone(spec, palette, 'snow', '#eef3fa'), palette));
    case 'islands':
      return islands(spec, palette, seed);
    case 'icebergs':
      return icebergs(spec, palette, seed);
    default:
      if (spec.season === 'winter' && !spec.colours.hills)
        return hills(spec, palette, seed, brighten(tone(spec, palette, 'snow', '#dfe7ee'), palette));
      return hills(spec, palette, seed, tone(spec, palette, 'field', grass(spec)));
  }
}

export function grass(spec: SceneSpec): string {
  if (spec.season === 'autumn') return '#a98a3f';
  if (spec.season === 'winter') return '#a9b0a6';
  return spec.season === 'summer' ? '#5e9a38' : '#6aa84a';
}

function tone(spec: SceneSpec, palette: Palette, thing: Thing, fallback: string): Tone {
  const asked = spec.colours[thing];
  let base = hex(fallback);
  if (asked) base = mix(tint(base, hex(asked), 0.9), hex(asked), 0.4);
  else if (spec.tints[0]) base = tint(base, hex(spec.tints[0]), 0.35);
  return { light: lit(base, palette, 1.15), dark: shaded(base, palette) };
}

/** Snow reflects light into its own shadows. */
function brighten({ light, dark }: Tone, palette: Palette): Tone {
  return { light: mix(light, palette.light, 0.45), dark: mix(mix(dark, light, 0.16), palette.upper, 0.35) };
}

/** Writes a colour between dark (0) and light (1), clamping the value. */
function write(out: Float32Array, { light, dark }: Tone, value: number): void {
  const v = value < 0 ? 0 : Math.min(value, 1);
  out[0] = dark[0] + (light[0] - dark[0]) * v;
  out[1] = dark[1] + (light[1] - dark[1]) * v;
  out[2] = dark[2] + (light[2] - dark[2]) * v;
  out[3] = 1;
}

function blend(out: Float32Array, colour: Rgb, amount: number): void {
  out[0] = (out[0] as number) + (colour[0] - (out[0] as number)) * amount;
  out[1] = (out[1] as number) + (colour[1] - (out[1] as number)) * amount;
  out[2] = (out[2] as number) + (colour[2] - (out[2] as number)) * amount;
}

/** Lighting from the sun's side and slightly from above. */
function facing(point: GroundPoint, palette: Palette, strength: number): number {
  const side = palette.lightX < 0.5 ? 1 : -1;
  const towards = point.slopeX * side * 0.9 - point.slopeZ * 0.35;
  const length = Math.sqrt(1 + point.slopeX * point.slopeX + point.slopeZ * point.slopeZ);
  return 0.46 + (towards / length) * strength;
}

function mountains(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { ridged, soft, smooth } = noiseFields();
  const ox = seed & 511;
  const oz = (seed >>> 9) & 511;
  const rock = tone(spec, palette, 'mountains', '#7d7a86');
  const wood = tone(spec, palette, 'field', spec.season === 'autumn' ? '#8a6a34' : '#45603c');
  const white = brighten(tone(spec, palette, 'snow', '#f6f9ff'), palette);
  const bare = spec.season === 'summer' || spec.colours.mountains !== undefined;
  const winter = spec.snow > 0.2 || spec.season === 'winter';
  const snowline = bare ? 9 : 4.4;
  return {
    height(x, z) {
      const rise = smoothstep(10, 32, z);
      const base = sample(smooth, x * 12 + ox, z * 12 + oz);
      const crest = sample(ridged, x * 8 + oz, z * 8 + ox);
      const fine = sample(soft, x * 44 + ox, z * 44);
      const raw = base * base * 6 + crest * crest * base * 9 + (fine - 0.5) * (0.5 + crest * 1.6);
      // Compress the highest summits; otherwise single spikes would tower over the range.
      const height = raw < 4 ? raw : 4 + 5.5 * (1 - Math.exp((4 - raw) / 5.5));
      return height * 1.12 * rise * spec.scale - 0.5;
    },
    paint(point, out) {
      const detail = sample(ridged, point.x * 110 + ox, point.z * 110 + point.height * 60);
      const light = facing(point, palette, 0.74) + (detail - 0.5) * 0.24;
      const steep = Math.abs(point.slopeX) + Math.abs(point.slopeZ) * 0.6;
      // In winter, snow covers every slope that isn't too steep; otherwise only high ground.
      const patchy = (detail - 0.5) * 2.2;
      const snow = winter
        ? smoothstep(2.1, 0.9, steep + patchy * 0.8)
        : smoothstep(-0.5, 0.55, point.height / spec.scale - snowline + patchy * 1.2 - steep * 0.7);
      write(out, rock, light);
      const trees = (1 - smoothstep(0.6, 2.2, point.height + (detail - 0.5) * 1.4)) * (winter ? 0.2 : 0.85);
      if (trees > 0) {
        const v = Math.max(0, Math.min(1, light * 0.9));
        blend(out, mix(wood.dark, wood.light, v), trees);
      }
      if (snow > 0) {
        const v = Math.max(0, Math.min(1, light + 0.22));
        out[0] =
          (out[0] as number) +
          (white.dark[0] + (white.light[0] - white.dark[0]) * v - (out[0] as number)) * snow;
        out[1] =
          (out[1] as number) +
          (white.dark[1] + (white.light[1] - white.dark[1]) * v - (out[1] as number)) * snow;
        out[2] =
          (out[2] as number) +
          (white.dark[2] + (white.light[2] - white.dark[2]) * v - (out[2] as number)) * snow;
      }
    },
  };
}

function hills(spec: SceneSpec, palette: Palette, seed: number, ground: Tone): Landscape {
  const { soft } = noiseFields();
  const ox = seed & 511;
  const oz = (seed >>> 9) & 511;
  return {
    height(x, z) {
      const broad = sample(soft, x * 7 + ox, z * 9 + oz);
      return (broad * broad * 5.2 * smoothstep(1, 26, z) + (broad - 0.5) * 0.5) * spec.scale;
    },
    paint(point, out) {
      const patches = sample(soft, point.x * 50 + oz, point.z * 30 + ox);
      const blades = sample(soft, point.x * 900, point.z * 240 + ox);
      write(out, ground, facing(point, palette, 0.7) + (patches - 0.5) * 0.42 + (blades - 0.5) * 0.26);
    },
  };
}

function dunes(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { smooth, soft } = noiseFields();
  const ox = seed & 511;
  const oz = (seed >>> 9) & 511;
  const sand = tone(spec, palette, spec.colours.dunes ? 'dunes' : 'sand', '#f0b87c');
  return {
    height(x, z) {
      const bend = sample(smooth, x * 5 + ox, z * 6 + oz);
      const wave = z * 0.17 + x * 0.11 + bend * 4.5;
      const phase = wave - Math.floor(wave);
      // A long windward slope and a shorter slip face meet in the sharp crest typical of dunes.
      const edge = phase < 0.66 ? phase / 0.66 : (1 - phase) / 0.34;
      // Round the crest slightly, or it would fall between two samples and look jagged.
      const crest = 1.08 - Math.sqrt((1.04 - edge) ** 2 + 0.006 + z * 0.0012);
      const body = crest * crest * (3 - 2 * crest) * 0.4 + crest * 0.6;
      const far = smoothstep(0.5, 20, z);
      return (body * 2.3 * (0.3 + bend) + bend * 3.4) * far * spec.scale;
    },
    paint(point, out) {
      const bend = sample(soft, point.x * 30 + ox, point.z * 30);
      const ripple = Math.sin((point.z * 13 + point.x * 5 + bend * 22) * 1.4) * Math.exp(-point.z * 0.09);
      write(out, sand, facing(point, palette, 1.25) + 0.08 + ripple * 0.07 + (bend - 0.5) * 0.16);
    },
  };
}

function canyon(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { soft, ridged } = noiseFields();
  const ox = seed & 511;
  const oz = (seed >>> 9) & 511;
  const rock = tone(spec, palette, 'canyon', '#c4643a');
  const pale = tone(spec, palette, 'canyon', '#e8b083');
  return {
    height(x, z) {
      const base = sample(soft, x * 12 + ox, z * 12 + oz) + (sample(soft, x * 60, z * 60 + ox) - 0.5) * 0.14;
      const mesa =
        smoothstep(0.5, 0.55, base) * 2.3 +
        smoothstep(0.6, 0.64, base) * 2 +
        smoothstep(0.7, 0.73, base) * 1.6;
      return (mesa * smoothstep(6, 15, z) + base * 0.8) * spec.scale;
    },
    paint(point, out) {
      const wobble = sample(soft, point.x * 28, point.z * 28 + ox);
      const strata = sample(soft, 7, (point.height + wobble * 0.5) * 70);
      const crack = sample(ridged, point.x * 150, point.z * 150 + point.height * 30);
      const light = facing(point, palette, 0.6) - crack * 0.12 + 0.06;
      write(out, rock, light);
      const v = Math.max(0, Math.min(1, light));
      blend(out, mix(pale.dark, pale.light, v), smoothstep(0.42, 0.62, strata) * 0.75);
    },
  };
}

function volcano(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { soft, ridged } = noiseFields();
  const ox = seed & 511;
  const basalt = tone(spec, palette, 'volcano', '#5a4a4a');
  const hot = hex(spec.colours.lava ?? '#ff7a1e');
  const core = hex('#ffe08a');
  const centreZ = 24;
  return {
    height(x, z) {
      const dx = x;
      const dz = z - centreZ;
      const away = Math.sqrt(dx * dx + dz * dz);
      const angle = Math.atan2(dz, dx);
      const gully = sample(ridged, angle * 163 + ox, away * 9);
      const cone = 10.5 * Math.exp(-away * 0.155) - 1.1 - gully * 0.5 * smoothstep(1, 6, away);
      const crater = 1.7 * Math.exp(-((away / 1.25) ** 2));
      const rough = (sample(ridged, x * 34 + ox, z * 34) - 0.4) * 0.8;
      return (Math.max(cone - crater, -0.2) + rough * 0.8) * spec.scale;
    },
    paint(point, out) {
      const dx = point.x;
      const dz = point.z - centreZ;
      const away = Math.sqrt(dx * dx + dz * dz);
      const angle = Math.atan2(dz, dx);
      const detail = sample(ridged, point.x * 100 + ox, point.z * 100);
      write(out, basalt, facing(point, palette, 0.6) + (detail - 0.5) * 0.3);
      const wander = (sample(soft, away * 34 + ox, angle * 40) - 0.5) * 0.9;
      const channel = sample(ridged, (angle + wander) * 163 + ox, 3 + away * 6);
      const fresh = Math.exp(-away * 0.09) * smoothstep(17, 1, away);
      const lava = smoothstep(0.86 - fresh * 0.2, 0.95, channel) * smoothstep(16, 3, away);
      const rim = Math.exp(-(((away - 0.9) / 0.9) ** 2)) * 0.9;
      blend(out, hot, Math.min(1, Math.exp(-away * 0.3) * 0.34 + lava * 0.7));
      blend(out, core, Math.min(0.95, lava * lava * 0.8 + rim * 0.8));
      out[3] = 1 - Math.min(1, lava + rim);
    },
  };
}

function islands(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { soft } = noiseFields();
  const ox = seed & 511;
  const green = tone(spec, palette, 'islands', spec.season === 'autumn' ? '#9a7a3a' : '#4f7d4a');
  const beach = tone(spec, palette, 'sand', '#e6cfa0');
  return {
    height(x, z) {
      const base = sample(soft, x * 10 + ox, z * 13) - 0.52;
      const rough = sample(soft, x * 70, z * 70 + ox) - 0.5;
      return (base * 11 + rough * 1.2 * Math.max(0, base * 6)) * smoothstep(9, 15, z) * spec.scale - 0.1;
    },
    paint(point, out) {
      const detail = sample(soft, point.x * 300, point.z * 200 + point.height * 240);
      const light = facing(point, palette, 0.6) + (detail - 0.5) * 0.6;
      write(out, point.height < 0.14 ? beach : green, light);
    },
  };
}

function icebergs(spec: SceneSpec, palette: Palette, seed: number): Landscape {
  const { soft, ridged } = noiseFields();
  const ox = seed & 511;
  const ice = tone(spec, palette, 'icebergs', '#e4f3fb');
  const deep = tone(spec, palette, 'icebergs', '#63b4d6');
  return {
    height(x, z) {
      const base = sample(soft, x * 15 + ox, z * 15) - 0.56;
      const facet = sample(ridged, x * 40, z * 40 + ox);
      return (
        (smoothstep(0, 0.05, base) * (0.5 + facet * 2.4) + base * 5) * smoothstep(7, 12, z) * spec.scale - 0.1
      );
    },
    paint(point, out) {
      const streak = sample(soft, point.x * 50, point.height * 160 + ox);
      const light = facing(point, palette, 0.75) + (streak - 0.5) * 0.3 + 0.1;
      write(out, ice, light);
      const v = Math.max(0, Math.min(1, light));
      blend(
        out,
        mix(deep.dark, deep.light, v),
        smoothstep(0.8, 0.1, point.height) * 0.6 + smoothstep(0.62, 0.7, streak) * 0.35,
      );
    },
  };
}
