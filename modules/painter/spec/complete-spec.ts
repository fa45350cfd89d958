import { addTo, exclude, isTimeAlone, merge, neutralSpec } from '../reading/merge-meaning.ts';
import type { Reading } from '../reading/reading.ts';
import type { Backdrop, Celestial, Realm, SceneSpec, Swarm, Thing, TimeOfDay } from './scene-spec.ts';

const FAR_TO_NEAR: readonly Backdrop[] = [
  'mountains',
  'fuji',
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

/** Turns a reading into a complete scene: merges amounts, applies exclusions, and fills the gaps. */
export function completeSpec(key: number, reading: Reading): SceneSpec {
  const spec = neutralSpec(key, reading);
  const realms = new Set<Realm>();
  let time: TimeOfDay | null = null;
  for (const { meaning, strength } of reading.meanings) {
    merge(spec, meaning, strength);
    if (meaning.realm) realms.add(meaning.realm);
    if (meaning.time) time = meaning.time === 'night' || time === null ? meaning.time : time;
  }
  const asked = reading.meanings.map(({ meaning }) => meaning);
  for (const { meaning } of reading.excluded) {
    exclude(spec, meaning, asked);
    if (!isTimeAlone(meaning)) continue;
    if (meaning.realm) realms.delete(meaning.realm);
    if (meaning.season === spec.season) spec.season = null;
    if (meaning.time && time === meaning.time) time = meaning.time === 'night' ? 'day' : 'night';
  }
  spec.realm = chooseRealm(spec, realms, reading.meanings.length > 0 && time !== null);
  spec.time = time ?? likelyTime(spec);
  settleScene(spec);
  return spec;
}

/** Finishes a scene: sorts backdrops from far to near and adds everything that goes without saying. */
export function settleScene(spec: SceneSpec): void {
  spec.backdrops.sort((a, b) => FAR_TO_NEAR.indexOf(a) - FAR_TO_NEAR.indexOf(b));
  for (const subject of spec.subjects) {
    const taken = Object.values(spec.slots);
    spec.slots[subject] ??= [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((slot) => !taken.includes(slot)) ?? 0;
  }
  furnish(spec);
}

/**
 * Words like "floating" or "galaxy" only set the realm if nothing stands on the ground: a galaxy above mountains is
 * part of the sky, while a galaxy by itself is a place.
 */
export function chooseRealm(spec: SceneSpec, realms: ReadonlySet<Realm>, hasTime: boolean): Realm {
  if (realms.has('underwater')) return 'underwater';
  if (realms.has('cave')) return 'cave';
  if (realms.has('nave')) return 'nave';
  if (realms.has('room')) return 'room';
  if (realms.has('lunar')) return 'lunar';
  const grounded = spec.backdrops.length > 0 || spec.ground !== null;
  if (grounded) return 'land';
  if (realms.has('space')) return 'space';
  if (realms.has('abstract')) return 'abstract';
  if (realms.has('sky')) return 'sky';
  if (spec.subjects.length > 0) return 'land';
  if (spec.swarms.length > 0) return spec.clouds > 0.5 && spec.rain < 0.2 ? 'sky' : 'land';
  if (spec.rain > 0.2 || spec.snow > 0.2 || spec.fog > 0.2) return 'land';
  if (spec.season) return 'land';
  if (spec.clouds > 0 || spec.celestials.length > 0) return 'sky';
  return hasTime ? 'land' : 'abstract';
}

export function likelyTime(spec: SceneSpec): TimeOfDay {
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

/** Adds what goes without saying, unless the prompt excludes it. */
function furnish(spec: SceneSpec): void {
  const may = (name: Thing) => !spec.without.includes(name);
  // thick fog hides a sky that the prompt didn't mention
  if (spec.clouds < 0 && spec.fog > 0.5) spec.clouds = 0;
  if (spec.clouds < 0) spec.clouds = spec.time === 'night' ? 0.22 : 0.38;
  if (spec.realm === 'land' && spec.backdrops.length === 0 && spec.ground === null) {
    if (may('hills')) spec.backdrops.push('hills');
    spec.ground = spec.snow > 0.3 ? 'snow' : spec.swarms.includes('fish') ? 'lake' : 'field';
  }
  if ((spec.ground === 'field' || spec.ground === 'street') && spec.backdrops.length === 0 && may('hills'))
    spec.backdrops.push('hills');
  if (spec.backdrops.includes('city') && spec.ground === null)
    spec.ground = spec.rain > 0 || !may('lake') || !may('water') ? 'street' : 'lake';
  if (spec.ground === null && spec.snow > 0.3 && spec.backdrops.includes('mountains')) spec.ground = 'snow';
  if (may('leaves') && spec.season === 'autumn' && spec.backdrops.includes('forest'))
    addTo(spec.swarms, 'leaves');
  const low = spec.time === 'sunset' || spec.time === 'dawn';
  if (may('sun') && spec.clouds < 0.85 && low && spec.fog < 0.6 && !spec.celestials.includes('moon')) {
    addTo(spec.celestials, 'sun');
  }
  if (may('stars') && spec.time === 'night' && spec.clouds < 0.6) addTo(spec.celestials, 'stars');
}
