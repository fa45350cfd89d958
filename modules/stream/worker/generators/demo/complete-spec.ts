import type { Meaning } from './lexicon/entry.ts';
import type { Reading } from './reading.ts';
import type { Backdrop, Celestial, Realm, SceneSpec, Swarm, TimeOfDay } from './scene-spec.ts';

const FAR_TO_NEAR: readonly Backdrop[] = [
  'mountains',
  'volcano',
  'canyon',
  'dunes',
  'hills',
  'islands',
  'icebergs',
  'city',
  'jungle',
  'forest',
  'village',
];

/** Turns what was read into a whole scene: amounts are merged, refusals honoured, gaps filled with taste. */
export function completeSpec(key: number, reading: Reading): SceneSpec {
  const spec = neutralSpec(key, reading);
  const realms = new Set<Realm>();
  let time: TimeOfDay | null = null;
  for (const { meaning, strength } of reading.meanings) {
    merge(spec, meaning, strength);
    if (meaning.realm) realms.add(meaning.realm);
    if (meaning.time) time = meaning.time === 'night' || time === null ? meaning.time : time;
  }
  for (const meaning of reading.refused) {
    refuse(spec, meaning);
    if (meaning.realm) realms.delete(meaning.realm);
    if (meaning.time && time === meaning.time) time = meaning.time === 'night' ? 'day' : 'night';
  }
  spec.backdrops.sort((a, b) => FAR_TO_NEAR.indexOf(a) - FAR_TO_NEAR.indexOf(b));
  spec.realm = chooseRealm(spec, realms, reading.meanings.length > 0 && time !== null);
  spec.time = time ?? likelyTime(spec);
  furnish(spec);
  return spec;
}

function neutralSpec(key: number, reading: Reading): SceneSpec {
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
    swirl: 0,
    whims: reading.whims,
  };
}

function merge(spec: SceneSpec, meaning: Meaning, strength: number): void {
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
}

/** "a field by the sea": water keeps the foreground, whichever word comes first. */
function mergeGround(current: SceneSpec['ground'], added: SceneSpec['ground']): SceneSpec['ground'] {
  if (added === 'lava') return added;
  if (current === 'water' || current === 'lake' || current === 'lava') return current;
  return added;
}

function refuse(spec: SceneSpec, meaning: Meaning): void {
  spec.backdrops = spec.backdrops.filter((item) => item !== meaning.backdrop);
  spec.subjects = spec.subjects.filter((item) => item !== meaning.subject);
  spec.swarms = spec.swarms.filter((item) => item !== meaning.swarm);
  spec.celestials = spec.celestials.filter((item) => item !== meaning.celestial);
  spec.materials = spec.materials.filter((item) => item !== meaning.material);
  if (meaning.ground === spec.ground) spec.ground = null;
  if (meaning.rain) spec.rain = 0;
  else if (meaning.clouds) spec.clouds = 0;
  if (meaning.fog) spec.fog = 0;
  if (meaning.snow) spec.snow = 0;
  if (meaning.wind) spec.wind = 0;
  if (meaning.season === spec.season) spec.season = null;
}

/**
 * Words like "floating" or "galaxy" only claim the whole world when nothing stands on the ground: a galaxy
 * above mountains is a sky, a galaxy alone is a place.
 */
function chooseRealm(spec: SceneSpec, realms: ReadonlySet<Realm>, hasTime: boolean): Realm {
  if (realms.has('underwater')) return 'underwater';
  if (realms.has('cave')) return 'cave';
  const grounded = spec.backdrops.length > 0 || spec.ground !== null;
  if (grounded) return 'land';
  if (realms.has('space')) return 'space';
  if (realms.has('abstract')) return 'abstract';
  if (realms.has('sky')) return 'sky';
  if (spec.subjects.length > 0 || spec.swarms.length > 0) return spec.clouds > 0.5 ? 'sky' : 'land';
  if (spec.rain > 0.2 || spec.snow > 0.2 || spec.fog > 0.2) return 'land';
  if (spec.clouds > 0 || spec.celestials.length > 0) return 'sky';
  return spec.season || hasTime ? 'land' : 'abstract';
}

function likelyTime(spec: SceneSpec): TimeOfDay {
  const has = (celestial: Celestial) => spec.celestials.includes(celestial);
  const swarm = (name: Swarm) => spec.swarms.includes(name);
  const stands = (backdrop: Backdrop) => spec.backdrops.includes(backdrop);
  if (has('aurora') || has('stars') || has('galaxy') || has('nebula') || has('meteors')) return 'night';
  if (spec.materials.includes('neon') || swarm('bats')) return 'night';
  if (has('sun')) return 'sunset';
  if (has('moon') || has('planet') || stands('volcano') || swarm('fireflies') || swarm('lanterns'))
    return 'dusk';
  if (has('rainbow') || swarm('flowers') || swarm('butterflies')) return 'morning';
  if (spec.realm === 'underwater' || spec.snow > 0.5) return 'day';
  if (spec.fog > 0.3 || spec.season === 'spring') return 'morning';
  if (spec.season === 'summer') return 'day';
  if (spec.season === 'autumn' || stands('dunes') || stands('canyon')) return 'sunset';
  if (spec.realm === 'sky') return spec.key % 2 ? 'dawn' : 'sunset';
  const guesses: TimeOfDay[] = ['morning', 'sunset', 'dusk', 'day', 'dawn'];
  return guesses[spec.key % guesses.length] ?? 'sunset';
}

/** Adds what nobody says because it goes without saying. */
function furnish(spec: SceneSpec): void {
  // thick fog hides a sky that nobody asked about
  if (spec.clouds < 0 && spec.fog > 0.5) spec.clouds = 0;
  if (spec.clouds < 0) spec.clouds = spec.time === 'night' ? 0.22 : 0.38;
  if (spec.realm === 'land' && spec.backdrops.length === 0 && spec.ground === null) {
    spec.backdrops.push('hills');
    spec.ground = spec.snow > 0.3 ? 'snow' : spec.swarms.includes('fish') ? 'lake' : 'field';
  }
  if (spec.ground === 'field' && spec.backdrops.length === 0) spec.backdrops.push('hills');
  if (spec.backdrops.includes('city') && spec.ground === null)
    spec.ground = spec.rain > 0 ? 'street' : 'lake';
  if (spec.ground === null && spec.snow > 0.3 && spec.backdrops.includes('mountains')) spec.ground = 'snow';
  if (spec.season === 'autumn' && spec.backdrops.includes('forest')) addTo(spec.swarms, 'leaves');
  const low = spec.time === 'sunset' || spec.time === 'dawn';
  if (spec.clouds < 0.85 && low && spec.fog < 0.6 && !spec.celestials.includes('moon')) {
    addTo(spec.celestials, 'sun');
  }
  if (spec.time === 'night' && spec.clouds < 0.6) addTo(spec.celestials, 'stars');
}

function addTo<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}
