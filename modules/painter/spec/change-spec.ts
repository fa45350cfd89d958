import type { Meaning } from '../lexicon/entry.ts';
import { ADDERS, NEGATIONS, POINTERS } from '../lexicon/small-words.ts';
import { thingsOf } from '../reading/interpret.ts';
import { addTo, exclude, isTimeAlone, merge } from '../reading/merge-meaning.ts';
import type { Reading } from '../reading/reading.ts';
import { chooseRealm, likelyTime, settleScene } from './complete-spec.ts';
import { adapt, isPlace, WORLDS } from './place.ts';
import type { Celestial, SceneSpec, Subject, Swarm, Thing, TimeOfDay } from './scene-spec.ts';

const BY_NIGHT: readonly Celestial[] = ['stars', 'aurora', 'meteors', 'moon', 'galaxy', 'nebula'];
const BY_DAY: readonly Celestial[] = ['sun', 'rainbow'];
const SEASONAL: readonly Swarm[] = ['leaves', 'petals'];

/** Applies a prompt's changes to the current scene; everything else stays as it is. */
export function changeSpec(words: readonly string[], reading: Reading, before: SceneSpec): SceneSpec {
  const spec = structuredClone(before);
  const meanings = reading.meanings.map((item) => ({
    ...item,
    meaning: partOf(adapt(item.meaning, before), before),
  }));
  if (!words.some((word) => ADDERS.has(word)) || words[0] === 'now')
    leavePlace(
      spec,
      meanings.filter(({ arrives }) => !arrives),
    );
  const asked = meanings.map(({ meaning }) => meaning);
  const sized = resize(spec, words, meanings);
  if (isAboutWhole(words, reading)) clear(spec, words);
  for (const { meaning } of reading.excluded) exclude(spec, adapt(meaning, before), asked);
  takeSlots(spec, asked);
  for (const item of meanings) {
    const { meaning, strength, change } = item;
    if (meaning === sized) continue;
    if (change === 'less') lessen(spec, meaning);
    else {
      calm(spec, meaning);
      merge(spec, meaning, strength);
      if (change === 'more') increase(spec, meaning);
    }
    if (change) multiply(spec, before, item);
    if (meaning.time) setTime(spec, meaning.time);
    if (meaning.season) setSeason(spec, meaning);
  }
  setByLights(spec, meanings);
  for (const { meaning } of reading.excluded) {
    if (meaning.season === 'winter' && spec.season === 'winter' && isWinterAlone(meaning))
      spec.season = 'spring';
    if (!isTimeAlone(meaning)) continue;
    if (meaning.time === spec.time) setTime(spec, spec.time === 'night' ? 'day' : 'night');
    if (meaning.season === spec.season) spec.season = null;
  }
  if (spec.realm === 'abstract') takeShape(spec, asked);
  Object.assign(spec.counts, reading.counts);
  colour(spec, words, reading);
  settleScene(spec);
  return spec;
}

/** True for "winter", but not for snow, which may stop without the winter ending. */
const isWinterAlone = ({ snow = 0, ...meaning }: Meaning) => snow < 0.5 && isTimeAlone(meaning);

/**
 * The part of a word's meaning that applies to a scene which is already there: a storm darkens the sky, but doesn't
 * change the colours that it leaves behind, and snow in an autumn forest doesn't end the autumn.
 */
function partOf(meaning: Meaning, before: SceneSpec): Meaning {
  const { rain, snow, wind, time, season, clouds, celestial, subject, swarm, backdrop, ground } = meaning;
  if (celestial === 'rainbow') return { celestial };
  if (celestial === 'lightning' && !wind)
    return { celestial, ...(clouds && { clouds }), ...(meaning.excludes && rain && { rain }) };
  if (meaning.lamps) return { lamps: true };
  const { brightness: _b, saturation: _s, contrast: _c, warmth: _w, ...rest } = meaning;
  if (meaning.material === 'ice' || meaning.material === 'fire')
    return { ...rest, warmth: meaning.warmth ?? 0 };
  if (meaning.colour || meaning.material) return { ...rest, glow: 0 };
  if (subject ?? swarm) return rest;
  if (backdrop ?? ground) return meaning;
  if (!(rain || snow || wind || time || season || (meaning.fog ?? 0) >= 0.6 || (clouds ?? 0) > 0.9))
    return meaning;
  const { speed: _v, swirl: _r, season: _n, ...weather } = rest;
  const keepsSeason = snow && snow >= 0.5 && before.season !== null;
  return season && !keepsSeason ? { ...weather, season } : weather;
}

/** "make the boat bigger", "a boat in the distance": the size of one thing. @returns the meaning that says so */
function resize(spec: SceneSpec, words: readonly string[], meanings: readonly Item[]): Meaning | null {
  const isNamed = meanings.some(({ things }) => things.length > 0);
  const said = meanings.find(
    ({ meaning }) => meaning.distance ?? (meaning.scale && thingsOf(meaning).length === 0),
  )?.meaning;
  const factor = said?.distance ?? said?.scale;
  const things = meanings.flatMap(
    ({ meaning }) => meaning.subject ?? (isSized(meaning.celestial) ? meaning.celestial : []),
  );
  const thing =
    things[0] ??
    (said?.scale && words.some((word) => POINTERS.has(word) && word !== 'everything')
      ? spec.subjects[0]
      : undefined);
  if (said?.distance && isNamed && !thing) return said;
  if (!said || !factor || !thing) return null;
  spec.sizes[thing] = Math.min(2.2, Math.max(0.3, (spec.sizes[thing] ?? 1) * factor));
  return said;
}

const isSized = (celestial: Celestial | undefined) => celestial === 'moon' || celestial === 'sun';

/** A subject that replaces another stands where that one stood. */
function takeSlots(spec: SceneSpec, asked: readonly Meaning[]): void {
  const gone = Object.entries(spec.slots).filter(([name]) => !spec.subjects.includes(name as Subject));
  for (const [name, slot] of gone) {
    delete spec.slots[name as Subject];
    const heir = asked.find(({ subject }) => subject && spec.slots[subject] === undefined)?.subject;
    if (heir) spec.slots[heir] = slot;
  }
}

type Item = Reading['meanings'][number];

/** "remove it", "remove everything" */
function isAboutWhole(
  [first = '', ...rest]: readonly string[],
  { meanings, excluded, foreign, unknown }: Reading,
): boolean {
  const isBare = meanings.length + excluded.length + foreign.length + unknown.length === 0;
  return isBare && NEGATIONS.has(first) && rest.some((word) => POINTERS.has(word));
}

function clear(spec: SceneSpec, words: readonly string[]): void {
  const everything = words.includes('everything') || words.includes('all');
  if (everything) Object.assign(spec, { subjects: [], swarms: [], celestials: [] });
  else if (spec.subjects.length > 0) spec.subjects = spec.subjects.slice(1);
  else spec.swarms = [];
}

/** An abstract scene becomes land or sky once a prompt names something that belongs there. */
function takeShape(spec: SceneSpec, asked: readonly Meaning[]): void {
  const isWeather = ({ rain, snow, fog, wind }: Meaning) => [rain, snow, fog, wind].some(Boolean);
  const worldly = asked.filter(
    (meaning) => !isWeather(meaning) && (thingsOf(meaning).length > 0 || meaning.time || meaning.season),
  );
  if (worldly.length === 0) return;
  const isTimed = worldly.some(({ time }) => time);
  const realms = worldly.flatMap(({ realm }) => realm ?? []);
  spec.realm = chooseRealm(spec, new Set(realms), isTimed);
  if (!isTimed) spec.time = likelyTime(spec);
}

/** "in the desert" moves the scene out of its current place, unless the prompt mentions that too. */
function leavePlace(spec: SceneSpec, meanings: readonly { meaning: Meaning }[]): void {
  const places = meanings.map(({ meaning }) => meaning).filter(isPlace);
  const world = places.find(({ realm }) => WORLDS.includes(realm))?.realm;
  if (places.length === 0) return;
  if (places.some(({ backdrop }) => backdrop && spec.backdrops.includes(backdrop))) return;
  if (places.some(({ ground }) => ground && spec.ground === ground)) return;
  spec.backdrops = [];
  spec.ground = null;
  spec.realm = world ?? 'land';
  const life: Swarm[] = [
    'flowers',
    'sunflowers',
    'tulips',
    'roses',
    'corals',
    'trees',
    'fish',
    'jellyfish',
    'mushrooms',
  ];
  spec.swarms = spec.swarms.filter((swarm) => !life.includes(swarm));
}

const FACTORS = ['saturation', 'contrast', 'brightness', 'speed', 'scale'] as const;
const AMOUNTS = ['rain', 'snow', 'fog', 'wind', 'clouds', 'glow', 'swirl'] as const;

/** "light rain" after a downpour means less rain; a clear sky means no rain or fog. */
function calm(spec: SceneSpec, meaning: Meaning): void {
  for (const name of AMOUNTS) if (meaning[name] !== undefined && name !== 'clouds') spec[name] *= 0.5;
  if (meaning.clouds !== undefined && meaning.clouds < 0.05)
    Object.assign(spec, {
      clouds: 0,
      rain: 0,
      snow: 0,
      fog: 0,
      wind: spec.celestials.includes('lightning') ? 0 : spec.wind,
      celestials: spec.celestials.filter((name) => name !== 'lightning'),
    });
}

function lessen(spec: SceneSpec, meaning: Meaning): void {
  if (meaning.celestial === 'lightning')
    spec.celestials = spec.celestials.filter((name) => name !== 'lightning');
  for (const name of AMOUNTS) if (meaning[name] !== undefined) spec[name] *= 0.45;
  for (const name of FACTORS) spec[name] /= meaning[name] ?? 1;
  spec.warmth -= meaning.warmth ?? 0;
}

function increase(spec: SceneSpec, meaning: Meaning): void {
  for (const name of AMOUNTS) if (meaning[name] !== undefined) spec[name] = Math.min(1, spec[name] + 0.35);
}

/** "more birds", "two more boats", "fewer trees" */
function multiply(spec: SceneSpec, before: SceneSpec, { things, change, count }: Item): void {
  const there: readonly Thing[] = [...before.subjects, ...before.swarms, ...before.celestials];
  for (const thing of things.slice(0, 1)) {
    if (thing === 'lightning') continue;
    if (!there.includes(thing)) {
      if (count > 0) spec.counts[thing] = count;
      continue;
    }
    const isOne = ([...before.subjects, 'moon', 'sun', 'planet'] as Thing[]).includes(thing);
    const now = before.counts[thing] ?? (isOne ? 1 : (USUAL_COUNT[thing] ?? 4));
    const step = count || (isOne ? 2 : now);
    spec.counts[thing] = Math.max(
      1,
      change === 'more' ? now + step : count ? now - count : Math.round(now / 2),
    );
  }
}

/** Counts of things that come in numbers, if no prompt has named one; 4 for any other. */
const USUAL_COUNT: Partial<Record<Thing, number>> = {
  ...{
    birds: 16,
    bats: 16,
    butterflies: 15,
    fish: 46,
    turtles: 3,
    jellyfish: 7,
    trees: 7,
    mushrooms: 16,
    balloons: 7,
  },
  ...{
    lanterns: 40,
    petals: 40,
    leaves: 40,
    fireflies: 40,
    embers: 40,
    seeds: 40,
    sparkles: 40,
    bubbles: 40,
    stars: 45,
  },
};

/** Removes lights of the old time of day; those of the new one appear as in a new scene. */
function setTime(spec: SceneSpec, time: TimeOfDay): void {
  const gone = time === 'night' ? BY_DAY : time === 'dusk' ? ['sun'] : BY_NIGHT;
  if (spec.time !== time && spec.realm !== 'space')
    spec.celestials = spec.celestials.filter((name) => !gone.includes(name));
  if (spec.time === 'sunset' || spec.time === 'dawn')
    spec.celestials = spec.celestials.filter((name) => name !== 'sun');
  spec.time = time;
}

function setSeason(spec: SceneSpec, { season, snow, swarm }: Meaning): void {
  if (season === undefined || swarm || (snow && snow >= 0.5 && spec.season !== null && season === 'winter'))
    return;
  if (season !== spec.season) spec.swarms = spec.swarms.filter((name) => !SEASONAL.includes(name));
  spec.season = season;
  if (season === 'winter') return;
  if (snow === undefined) spec.snow = 0;
  if (spec.ground === 'snow') spec.ground = 'field';
}

/** Naming only a moon or an aurora also sets the time of day, and an aurora clears the sky. */
function setByLights(spec: SceneSpec, meanings: readonly { meaning: Meaning }[]): void {
  const asked = meanings.flatMap(({ meaning }) => meaning.celestial ?? []);
  const isTimed = meanings.some(({ meaning }) => meaning.time);
  if (asked.includes('sun') && !isTimed && spec.time === 'night') setTime(spec, 'day');
  if (asked.some((name) => name === 'moon' || name === 'planet' || (name === 'sun' && !isTimed)))
    spec.clouds = Math.min(spec.clouds, 0.5);
  if (asked.includes('sun') && !isTimed) spec.rain = Math.min(spec.rain, 0.3);
  const swarms = meanings.flatMap(({ meaning }) => meaning.swarm ?? []);
  if (swarms.includes('fireworks') && !isTimed && spec.time !== 'dusk') setTime(spec, 'night');
  if (asked.some((name) => name === 'stars' || name === 'aurora' || name === 'meteors')) {
    if (!isTimed) setTime(spec, 'night');
    spec.clouds = Math.min(spec.clouds, 0.3);
    for (const name of asked) addTo(spec.celestials, name);
  }
}

const WHOLE = ['everything', 'whole', 'all', 'world'];

/** "make it blue" colours the first subject, "everything in blue" the whole picture. */
function colour(spec: SceneSpec, words: readonly string[], reading: Reading): void {
  Object.assign(spec.colours, adaptColours(reading, spec));
  const isFrozen = reading.meanings.some(({ meaning }) => meaning.material === 'ice');
  if (isFrozen && words.some((word) => WHOLE.includes(word))) spec.season = 'winter';
  const [first] = reading.tints;
  if (!first) return;
  const whole = words.some((word) => WHOLE.includes(word));
  const thing = spec.subjects[0] ?? spec.swarms[0];
  if (!whole && thing && words.some((word) => POINTERS.has(word))) spec.colours[thing] = first;
  else {
    spec.tints = [...reading.tints];
    if (whole) spec.colours = {};
  }
}

function adaptColours({ meanings, colours }: Reading, before: SceneSpec): Reading['colours'] {
  const result: Reading['colours'] = { ...colours };
  for (const { meaning, things } of meanings) {
    const [thing] = things;
    const [there] = thingsOf(adapt(meaning, before));
    const named = thing && colours[thing];
    if (named && there) result[there] = named;
  }
  return result;
}
