import type { Meaning } from './lexicon/entry.ts';
import type { Reading } from './reading.ts';
import type { SceneSpec } from './scene-spec.ts';

/** A scene with nothing in it yet; clouds under 0 were not spoken of. */
export function neutralSpec(key: number, reading: Reading): SceneSpec {
  return {
    key,
    realm: 'abstract',
    time: 'sunset',
    season: null,
    backdrops: [],
    ground: null,
    subjects: [],
    swarms: [],
    celestials: [],
    materials: [],
    clouds: -1,
    fog: 0,
    rain: 0,
    snow: 0,
    wind: 0,
    upward: false,
    counts: reading.counts,
    colours: reading.colours,
    tints: reading.tints,
    warmth: 0,
    saturation: 1,
    contrast: 1,
    brightness: 1,
    speed: 1,
    glow: 0,
    scale: 1,
    zoom: 1,
    shift: null,
    swirl: 0,
    whims: reading.whims,
  };
}

/** Adds what one word means to a scene. */
export function merge(spec: SceneSpec, meaning: Meaning, strength: number): void {
  const more = (current: number, added: number | undefined) =>
    added === undefined ? current : Math.max(current, Math.min(1, added * strength));
  const times = (current: number, factor: number | undefined) =>
    factor === undefined ? current : Math.min(3, Math.max(0.05, current * (1 + (factor - 1) * strength)));
  if (meaning.season && !(spec.season && meaning.swarm === 'trees')) spec.season = meaning.season;
  if (meaning.backdrop) addTo(spec.backdrops, meaning.backdrop);
  if (meaning.ground) spec.ground = mergeGround(spec.ground, meaning.ground);
  if (meaning.subject) addTo(spec.subjects, meaning.subject);
  if (meaning.swarm) addTo(spec.swarms, meaning.swarm);
  if (meaning.celestial) addTo(spec.celestials, meaning.celestial);
  if (meaning.material) addTo(spec.materials, meaning.material);
  if (meaning.clouds !== undefined && meaning.clouds < 0.05) spec.clouds = Math.max(spec.clouds, 0.03);
  else spec.clouds = more(spec.clouds, meaning.clouds);
  spec.fog = more(spec.fog, meaning.fog);
  spec.rain = more(spec.rain, meaning.rain);
  spec.snow = more(spec.snow, meaning.snow);
  spec.wind = more(spec.wind, meaning.wind);
  spec.glow = more(spec.glow, meaning.glow);
  spec.swirl = more(spec.swirl, meaning.swirl);
  spec.warmth = Math.max(-1, Math.min(1, spec.warmth + (meaning.warmth ?? 0) * strength));
  spec.saturation = times(spec.saturation, meaning.saturation);
  spec.contrast = times(spec.contrast, meaning.contrast);
  spec.brightness = times(spec.brightness, meaning.brightness);
  spec.speed = times(spec.speed, meaning.speed);
  spec.scale = times(spec.scale, meaning.scale);
  spec.zoom = Math.min(2.4, Math.max(0.4, spec.zoom * (meaning.zoom ?? 1)));
  spec.shift = meaning.shift ?? spec.shift;
  spec.upward ||= meaning.upward ?? false;
}

/** "a field by the sea": water keeps the foreground, whichever word comes first. */
function mergeGround(current: SceneSpec['ground'], added: SceneSpec['ground']): SceneSpec['ground'] {
  if (added === 'lava' || added === 'lake') return added;
  if (current === 'water' || current === 'lake' || current === 'lava') return current;
  return added;
}

/** Takes what one word means out of a scene: the thing itself, not the place where it usually is. */
export function refuse(spec: SceneSpec, meaning: Meaning): void {
  spec.backdrops = spec.backdrops.filter((item) => item !== meaning.backdrop);
  spec.subjects = spec.subjects.filter((item) => item !== meaning.subject);
  spec.swarms = spec.swarms.filter((item) => item !== meaning.swarm);
  spec.celestials = spec.celestials.filter((item) => item !== meaning.celestial);
  spec.materials = spec.materials.filter((item) => item !== meaning.material);
  if (meaning.ground === spec.ground && !meaning.subject && !meaning.swarm) spec.ground = null;
  if (meaning.rain) spec.rain = 0;
  else if (meaning.clouds) spec.clouds = 0;
  if (meaning.fog) spec.fog = 0;
  if (meaning.snow) spec.snow = 0;
  if (meaning.wind) spec.wind = 0;
  if (meaning.season === spec.season) spec.season = null;
}

export function addTo<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}
