import type { Meaning } from '../lexicon/entry.ts';
import { findMeaning } from '../lexicon/find-meaning.ts';
import {
  ACTIVITIES,
  ADDERS,
  ARTICLES,
  MAKERS,
  NEGATIONS,
  OPENERS,
  POINTERS,
  PREPOSITIONS,
  STILL,
} from '../lexicon/small-words.ts';
import { thingsOf } from '../reading/interpret.ts';
import { addTo, exclude, isTimeAlone, merge } from '../reading/merge-meaning.ts';
import type { Reading } from '../reading/reading.ts';
import { chooseRealm, likelyTime, settleScene } from './complete-spec.ts';
import type { Celestial, Realm, SceneSpec, Subject, Swarm, TimeOfDay } from './scene-spec.ts';

/** Realms that replace the current one; others ("floating", "sky") only modify it. */
const WORLDS: readonly (Realm | undefined)[] = ['underwater', 'space', 'cave', 'lunar', 'nave', 'room'];
/** Words that people use interchangeably. */
const KIN: readonly Subject[][] = [
  ['ship', 'paperboat'],
  ['church', 'cathedral', 'temple', 'taj'],
  ['tower', 'pagoda', 'eiffel', 'clocktower'],
  ['person', 'woman', 'portrait', 'dancer', 'astronaut'],
  ['dog', 'wolf'],
  ['plane', 'rocket'],
];
/** in words */
const MAX_ARRIVAL = 6;
const BY_NIGHT: readonly Celestial[] = ['stars', 'aurora', 'meteors', 'moon', 'galaxy', 'nebula'];
const BY_DAY: readonly Celestial[] = ['sun', 'rainbow'];
const SEASONAL: readonly Swarm[] = ['leaves', 'petals'];

/** True for a prompt that changes the current scene instead of describing a new one. */
export function isChange(
  words: readonly string[],
  { meanings, unknown }: Reading,
  before: SceneSpec,
): boolean {
  const [first = '', second = ''] = words;
  if (OPENERS.has(first) && !(first === 'still' && STILL.has(second))) return true;
  if (MAKERS.has(first) && POINTERS.has(second)) return true;
  if (words.includes('same') || ['now', 'too', 'instead', 'again'].includes(words.at(-1) ?? '')) return true;
  // Without a known word there is nothing to start a new scene with.
  if (meanings.length === 0) return true;
  const isNew = ({ meaning }: Reading['meanings'][number]) => isAnchor(adapt(meaning, before), before);
  if (PREPOSITIONS.has(first) && !meanings.some(({ meaning }) => meaning.subject)) return true;
  if (isArrival(words, meanings, unknown, before)) return true;
  if (meanings.some(isNew)) return false;
  return !isSentence(words, meanings, before);
}

/** "a boat" joins a landscape without subjects; "a boat sails by the shore" is a new scene. */
function isArrival(
  words: readonly string[],
  meanings: Reading['meanings'],
  unknown: readonly string[],
  before: SceneSpec,
): boolean {
  const isOpen = before.realm === 'land' && before.subjects.length === 0 && words.length <= MAX_ARRIVAL;
  const others = meanings.filter(({ meaning }) => !meaning.subject);
  return (
    isOpen &&
    unknown.length === 0 &&
    !hasActivity(words) &&
    others.length < meanings.length &&
    !others.some(({ meaning }) => isPlace(meaning) || meaning.time)
  );
}

/** True for a complete sentence that mentions nothing in the current scene. */
function isSentence(words: readonly string[], meanings: Reading['meanings'], before: SceneSpec): boolean {
  if (!ARTICLES.has(words[0] ?? '') || words.length < 4 || !hasActivity(words)) return false;
  const there: readonly (string | null)[] = [
    ...[...before.backdrops, ...before.subjects, ...before.swarms, ...before.celestials],
    ...[before.ground, 'sky', 'clouds', before.fog > 0 ? 'fog' : null, before.rain > 0 ? 'rain' : null],
  ];
  const refersTo = ({ meaning }: Reading['meanings'][number]) =>
    thingsOf(adapt(meaning, before)).some((thing) => there.includes(thing));
  return meanings.some(({ things }) => things.length > 0) && !meanings.some(refersTo);
}

/** True if the prompt describes an action or a position, apart from phrases such as "in the distance". */
function hasActivity(words: readonly string[]): boolean {
  const text = words
    .join(' ')
    .replace(/in the (?:distance|background|foreground|middle|cent(?:er|re))|on the (?:left|right)/g, '');
  return text
    .split(' ')
    .some((word) => ACTIVITIES.has(word) || (word.length > 5 && word.endsWith('ing') && !findMeaning(word)));
}

/** True for something that would make a scene of its own and isn't in this one. */
function isAnchor(meaning: Meaning, before: SceneSpec): boolean {
  if (meaning.realm && WORLDS.includes(meaning.realm) && meaning.realm !== before.realm) return true;
  if (meaning.subject && !before.subjects.includes(meaning.subject)) return true;
  if (meaning.subject || (meaning.swarm && before.swarms.includes(meaning.swarm))) return false;
  if (meaning.backdrop && !before.backdrops.includes(meaning.backdrop)) return true;
  return meaning.ground !== undefined && meaning.ground !== before.ground;
}

/** Applies a prompt's changes to the current scene; everything else stays where it is. */
export function changeSpec(words: readonly string[], reading: Reading, before: SceneSpec): SceneSpec {
  const spec = structuredClone(before);
  const meanings = reading.meanings.map((item) => ({ ...item, meaning: adapt(item.meaning, before) }));
  if (!words.some((word) => ADDERS.has(word)) || words[0] === 'now') leavePlace(spec, meanings);
  const asked = meanings.map(({ meaning }) => meaning);
  if (isAboutWhole(words, reading)) clear(spec, words);
  for (const { meaning } of reading.excluded) exclude(spec, adapt(meaning, before), asked);
  for (const { meaning, strength, change, things } of meanings) {
    if (change === 'less') lessen(spec, meaning);
    else {
      calm(spec, meaning);
      merge(spec, meaning, strength);
      if (change === 'more') increase(spec, meaning);
    }
    if (change) multiply(spec, things, change === 'more' ? 2 : 0.5);
    if (meaning.time) setTime(spec, meaning.time);
    if (meaning.season) setSeason(spec, meaning);
  }
  setByLights(spec, meanings);
  for (const { meaning } of reading.excluded) {
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

/** "The boat" means the paper boat if there is no other, and it stays where it is. */
function adapt(meaning: Meaning, before: SceneSpec): Meaning {
  const { subject } = meaning;
  if (!subject) return meaning;
  const kin = KIN.find((names) => names.includes(subject)) ?? [];
  const there = [subject, ...kin].find((name) => before.subjects.includes(name));
  if (!there) return meaning;
  const { ground: _ground, backdrop: _backdrop, realm: _realm, ...rest } = meaning;
  return { ...rest, subject: there };
}

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

function isPlace({ realm, backdrop, ground, subject, swarm }: Meaning): boolean {
  if (subject || swarm) return WORLDS.includes(realm);
  return WORLDS.includes(realm) || backdrop !== undefined || ground !== undefined;
}

const AMOUNTS = ['rain', 'snow', 'fog', 'wind', 'clouds', 'glow', 'swirl'] as const;

/** "light rain" after a downpour means less rain; a clear sky means no rain or fog. */
function calm(spec: SceneSpec, meaning: Meaning): void {
  for (const name of AMOUNTS) if (meaning[name] !== undefined && name !== 'clouds') spec[name] *= 0.5;
  if (meaning.clouds !== undefined && meaning.clouds < 0.05)
    Object.assign(spec, { clouds: 0, rain: 0, snow: 0, fog: 0 });
}

function lessen(spec: SceneSpec, meaning: Meaning): void {
  for (const name of AMOUNTS) if (meaning[name] !== undefined) spec[name] *= 0.45;
}

function increase(spec: SceneSpec, meaning: Meaning): void {
  for (const name of AMOUNTS) if (meaning[name] !== undefined) spec[name] = Math.min(1, spec[name] + 0.35);
}

function multiply(spec: SceneSpec, things: SceneThings, factor: number): void {
  for (const thing of things)
    spec.counts[thing] = Math.max(1, Math.round((spec.counts[thing] ?? DEFAULT_COUNT) * factor));
}

type SceneThings = Reading['meanings'][number]['things'];
/** assumed count if no prompt gave a number */
const DEFAULT_COUNT = 4;

/** Removes lights of the old time of day; those of the new one appear as in a new scene. */
function setTime(spec: SceneSpec, time: TimeOfDay): void {
  const gone = time === 'night' ? BY_DAY : time === 'dusk' ? [] : BY_NIGHT;
  if (spec.time !== time && spec.realm !== 'space')
    spec.celestials = spec.celestials.filter((name) => !gone.includes(name));
  if (spec.time === 'sunset' || spec.time === 'dawn')
    spec.celestials = spec.celestials.filter((name) => name !== 'sun');
  spec.time = time;
}

function setSeason(spec: SceneSpec, { season, snow, swarm }: Meaning): void {
  if (season === undefined || swarm) return;
  spec.season = season;
  spec.swarms = spec.swarms.filter((name) => !SEASONAL.includes(name));
  if (season === 'winter') {
    spec.swarms = spec.swarms.filter((name) => name !== 'flowers');
    if (spec.ground === 'field') spec.ground = 'snow';
  } else {
    if (snow === undefined) spec.snow = 0;
    if (spec.ground === 'snow') spec.ground = 'field';
  }
}

/** Naming only a moon or an aurora also sets the time of day, and an aurora clears the sky. */
function setByLights(spec: SceneSpec, meanings: readonly { meaning: Meaning }[]): void {
  const asked = meanings.flatMap(({ meaning }) => meaning.celestial ?? []);
  const isTimed = meanings.some(({ meaning }) => meaning.time);
  if (asked.includes('sun') && !isTimed && spec.time === 'night') setTime(spec, 'day');
  if (asked.some((name) => name === 'sun' || name === 'moon' || name === 'planet')) {
    spec.clouds = Math.min(spec.clouds, 0.5);
  }
  if (asked.some((name) => name === 'stars' || name === 'aurora' || name === 'meteors')) {
    if (!isTimed) setTime(spec, 'night');
    spec.clouds = Math.min(spec.clouds, 0.3);
    for (const name of asked) addTo(spec.celestials, name);
  }
}

/** "make it blue" colours the first subject, "everything in blue" the whole picture. */
function colour(spec: SceneSpec, words: readonly string[], reading: Reading): void {
  Object.assign(spec.colours, adaptColours(reading, spec));
  const [first] = reading.tints;
  if (!first) return;
  const whole = words.includes('everything') || words.includes('whole');
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
