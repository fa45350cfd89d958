import type { Meaning } from '../lexicon/entry.ts';
import { findMeaning } from '../lexicon/find-meaning.ts';
import {
  ACTIVITIES,
  LAST_WORDS,
  MAKERS,
  NEW_SCENE,
  OPENERS,
  POINTERS,
  PREPOSITIONS,
  STILL,
} from '../lexicon/small-words.ts';
import type { Reading } from '../reading/reading.ts';
import { adapt, fits, isElsewhere, isPlace } from './place.ts';
import type { SceneSpec } from './scene-spec.ts';

/** Longer prompts with new subjects describe a whole scene. */
const MAX_ARRIVAL = 14;

/**
 * True for a prompt that changes the current scene, false for a prompt that describes another scene: it names another
 * place, or a new subject with its own light or weather.
 */
export function isChange(words: readonly string[], reading: Reading, before: SceneSpec): boolean {
  const text = words.join(' ');
  if (NEW_SCENE.some((phrase) => text.startsWith(phrase))) return false;
  if (isMarked(words)) return true;
  const { meanings } = reading;
  // Without a known word there is nothing to start a new scene with.
  if (meanings.length === 0) return true;
  const items = meanings.map((item) => ({ ...item, meaning: adapt(item.meaning, before) }));
  if (PREPOSITIONS.has(words[0] ?? '') && !items.some(({ meaning }) => meaning.subject)) return true;
  const places = items.filter(
    ({ meaning, arrives }) => !arrives && (isElsewhere(meaning, before) || isPlace(meaning)),
  );
  const known = places.filter(({ meaning }) => !isElsewhere(meaning, before));
  if (places.length > known.length) return known.length > 0 || isInBackground(words);
  if (reading.happens) return true;
  const subjects = items.flatMap(({ meaning, arrives }) => (arrives ? [] : (meaning.subject ?? [])));
  const isFull = words.length > MAX_ARRIVAL && subjects.some((subject) => !before.subjects.includes(subject));
  if (isFull || !subjects.every((subject) => fits(subject, before))) return false;
  return !(
    hasActivity(words) &&
    items.some((item) => isNew(item.meaning, before)) &&
    items.some((item) => isSetting(item.meaning, before))
  );
}

/** True for a prompt whose wording refers to the scene: "make it night", "remove the boat", "the same in winter". */
function isMarked(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (OPENERS.has(first) && !(first === 'still' && STILL.has(second))) return true;
  if (MAKERS.has(first) && POINTERS.has(second)) return true;
  return words.includes('same') || words.includes('again') || LAST_WORDS.has(words.at(-1) ?? '');
}

/** "mountains in the distance" joins the scene. */
const isInBackground = (words: readonly string[]) =>
  /in the (?:distance|background|foreground)|on the horizon|far away|behind (?:it|them|her|him|that)/.test(
    words.join(' '),
  );

/** True for beings and other moving things that the scene doesn't have. */
function isNew({ subject, swarm }: Meaning, before: SceneSpec): boolean {
  return (
    (subject !== undefined && !before.subjects.includes(subject)) ||
    (swarm !== undefined && !before.swarms.includes(swarm))
  );
}

/** True for light or weather that the scene doesn't have. */
function isSetting(meaning: Meaning, before: SceneSpec): boolean {
  if (meaning.subject || meaning.swarm) return false;
  if (meaning.time) return meaning.time !== before.time;
  if (meaning.snow) return before.snow === 0 && before.season !== 'winter';
  if (meaning.season) return meaning.season !== before.season;
  if (meaning.celestial) return !before.celestials.includes(meaning.celestial);
  return Boolean((meaning.rain && before.rain === 0) || (meaning.fog && before.fog === 0));
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
