import type { Meaning } from '../lexicon/entry.ts';
import type { SceneSpec, Thing } from '../spec/scene-spec.ts';
import type { Reading } from './reading.ts';

/** An empty scene. Negative `clouds` means the prompt hasn't mentioned them. */
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
    without: [],
    counts: reading.counts,
    sizes: {},
    slots: {},
    lamps: null,
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

/** Adds one word's meaning to a scene. */
export function merge(spec: SceneSpec, meaning: Meaning, strength: number): void {
  const more = (current: number, added: number | undefined) =>
    added === undefined ? current : Math.max(current, Math.min(1, added * strength));
  const times = (current: number, factor: number | undefined) =>
    factor === undefined ? current : Math.min(3, Math.max(0.05, current * (1 + (factor - 1) * strength)));
  const asked = namesOf(meaning);
  spec.without = spec.without.filter((name) => !asked.includes(name));
  if (meaning.season && !(spec.season && meaning.swarm === 'trees')) spec.season = meaning.season;
  if (meaning.backdrop) addTo(spec.backdrops, meaning.backdrop);
  if (meaning.ground) spec.ground = mergeGround(spec.ground, meaning.ground);
  if (meaning.subject) addTo(spec.subjects, meaning.subject);
  if (meaning.swarm) addTo(spec.swarms, meaning.swarm);
  if (meaning.celestial) addTo(spec.celestials, meaning.celestial);
  if (meaning.material) addTo(spec.materials, meaning.material);
  // A clear sky keeps explicitly requested clouds, but not the default ones.
  if (meaning.clouds !== undefined && meaning.clouds < 0.05)
    spec.clouds = spec.clouds > ANY_SKY ? spec.clouds : 0.03;
  else if (meaning.realm !== 'sky' || meaning.clouds !== ANY_SKY || spec.clouds < 0)
    spec.clouds = more(spec.clouds, meaning.clouds);
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
  spec.lamps = meaning.lamps ?? spec.lamps;
  if (meaning.distance) spec.zoom = Math.max(0.4, spec.zoom * meaning.distance);
  if (meaning.reset === 'colours') Object.assign(spec, NATURAL);
  if (meaning.reset === 'camera') Object.assign(spec, { zoom: 1, shift: null });
}

const NATURAL = {
  tints: [],
  colours: {},
  materials: [],
  warmth: 0,
  saturation: 1,
  contrast: 1,
  brightness: 1,
};

/** "a field by the sea": water keeps the foreground, in either order. */
function mergeGround(current: SceneSpec['ground'], added: SceneSpec['ground']): SceneSpec['ground'] {
  if (added === 'lava' || added === 'lake') return added;
  if (current === 'water' || current === 'lake' || current === 'lava') return current;
  return added;
}

/** Clouds of a sky that isn't described any further. */
const ANY_SKY = 0.4;
const FACTORS = ['saturation', 'contrast', 'brightness', 'speed', 'scale'] as const;
const AMOUNTS = ['rain', 'fog', 'snow', 'wind', 'glow', 'swirl'] as const;

/**
 * Removes one excluded word's meaning from a scene: the thing itself, but neither its usual place nor anything that
 * other words ask for.
 */
export function exclude(spec: SceneSpec, meaning: Meaning, asked: readonly Meaning[]): void {
  for (const gone of meaning.excludes ?? [principalOf(meaning)]) takeOut(spec, gone, asked);
}

function takeOut(spec: SceneSpec, gone: Meaning, asked: readonly Meaning[]): void {
  const isAsked = (place: Meaning) =>
    asked.some(
      ({ backdrop, ground, usual }) =>
        (place.backdrop !== undefined && backdrop === place.backdrop && !usual) ||
        (place.ground !== undefined && ground === place.ground),
    );
  const { backdrop, ground } = gone;
  spec.subjects = spec.subjects.filter((item) => item !== gone.subject);
  spec.swarms = spec.swarms.filter((item) => item !== gone.swarm);
  spec.celestials = spec.celestials.filter((item) => item !== gone.celestial);
  spec.materials = spec.materials.filter((item) => item !== gone.material);
  if (backdrop && !isAsked({ backdrop })) spec.backdrops = spec.backdrops.filter((item) => item !== backdrop);
  if (ground && ground === spec.ground && !isAsked({ ground })) spec.ground = null;
  for (const name of AMOUNTS) if (gone[name]) spec[name] = 0;
  if (gone.clouds && !gone.rain) spec.clouds = 0;
  for (const name of FACTORS) {
    const factor = gone[name] ?? 1;
    if (factor > 1) spec[name] = Math.min(spec[name], 1 / factor);
    if (factor < 1) spec[name] = Math.max(spec[name], 1);
  }
  if (gone.lamps) spec.lamps = false;
  if ((gone.warmth ?? 0) * spec.warmth > 0) spec.warmth = 0;
  spec.tints = spec.tints.filter((tint) => tint !== gone.colour);
  for (const name of namesOf(gone)) addTo(spec.without, name);
}

/**
 * Reduces a meaning to what an exclusion removes: of a thing only the thing, of a place only the place, of weather
 * everything that comes with it.
 */
function principalOf(meaning: Meaning): Meaning {
  const { celestial, subject, swarm, backdrop, ground } = meaning;
  if (celestial) return { celestial };
  if (subject) return { subject, ...(swarm && { swarm }) };
  if (backdrop) return { backdrop, ...(swarm && { swarm }), ...(ground && { ground }) };
  if (swarm) return { swarm };
  return ground ? { ground } : meaning;
}

/** True for a word that only means a time of day or a season. */
export const isTimeAlone = (meaning: Meaning) =>
  namesOf(meaning).length === 0 && AMOUNTS.every((name) => !meaning[name]) && !meaning.clouds;

function namesOf({ celestial, subject, swarm, backdrop, ground, rain, fog, clouds }: Meaning): Thing[] {
  const weather: Thing[] = [...(rain ? ['rain' as const] : []), ...(fog ? ['fog' as const] : [])];
  if (clouds && !rain) weather.push('clouds');
  return [celestial, subject, swarm, backdrop, ground, ...weather].filter((name) => name !== undefined);
}

export function addTo<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}
