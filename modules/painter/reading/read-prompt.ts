import { hashText } from '../../generator/random.ts';
import type { UnreadScript } from '../languages/scripts.ts';
import { LESS, MORE, STRONG, UNDOERS, WEAK } from '../lexicon/small-words.ts';
import { changeSpec } from '../spec/change-spec.ts';
import { completeSpec } from '../spec/complete-spec.ts';
import { isChange } from '../spec/is-change.ts';
import { adapt } from '../spec/place.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { shownSpec } from '../spec/shown-spec.ts';
import { isInPicture } from '../trace.ts';
import { followVerbs } from './follow-verbs.ts';
import { interpret } from './interpret.ts';
import type { Reading } from './reading.ts';
import { toWords } from './words.ts';

/** Number of scenes that "undo" can go back. */
const MAX_STEPS_BACK = 8;

/** A scene, and the parts of the last prompt that it doesn't show. Words are given as written. */
export interface Understanding {
  spec: SceneSpec;
  /** words that the painter doesn't know */
  unknown: string[];
  /** things that the prompt removes, but that weren't there */
  absent: string[];
  /** things that are known, but can't be painted in this kind of scene */
  hidden: string[];
  scripts: UnreadScript[];
  changed: boolean;
  /** true if the prompt asks for anything that the painter knows */
  asked: boolean;
  /** the last prompt's wishes, which "more" and "again" repeat */
  latest: Reading['meanings'];
  /** earlier scenes, latest last */
  past: SceneSpec[];
}

/**
 * Interprets a prompt. A prompt that only changes something keeps the current scene. Works for any text, and the same
 * sequence of prompts always yields the same spec.
 */
export function readPrompt(text: string, before: Understanding | null = null): Understanding {
  const { words: said, scripts, ...order } = toWords(text);
  const { words, happens } = followVerbs(said, before !== null);
  const plain = words.map((word) => word.text);
  const past = before ? [...before.past, before.spec].slice(-MAX_STEPS_BACK) : [];
  const last = before?.past.at(-1);
  if (last && UNDOERS.includes(said.map((word) => word.text).join(' ')))
    return undone(last, past.slice(0, -2));
  const read = { ...interpret(words, order), happens };
  const reading = before && isBare(read) ? repeated(plain, read, before.latest) : read;
  const latest = isBare(read) && before ? before.latest : reading.meanings;
  const { unknown } = reading;
  const asked = reading.meanings.length + reading.excluded.length + reading.tints.length > 0;
  if (before && (plain.length === 0 || isChange(plain, reading, before.spec))) {
    const wished = changeSpec(plain, reading, before.spec);
    const meant = adapted(reading, before.spec);
    const absent = [...missing(meant, before.spec), ...reading.foreign];
    const hidden = untraced(meant, wished);
    const { meanings, excluded, tints } = reading;
    // Something that can't be painted here must not leave side effects either.
    const isLost =
      hidden.length > 0 &&
      tints.length + excluded.length === 0 &&
      hidden.length === distinct(meanings).length;
    const spec = isLost ? before.spec : wished;
    return {
      spec,
      unknown,
      absent,
      hidden,
      scripts,
      changed: !isSamePicture(spec, before.spec),
      asked,
      latest,
      past,
    };
  }
  const key = hashText(plain.length > 0 ? plain.join(' ') : text.slice(0, 2000));
  const spec = completeSpec(key, reading);
  return {
    spec,
    unknown,
    absent: [],
    hidden: untraced(reading, spec),
    scripts,
    changed: asked,
    asked,
    latest,
    past,
  };
}

function undone(spec: SceneSpec, past: SceneSpec[]): Understanding {
  return {
    spec,
    unknown: [],
    absent: [],
    hidden: [],
    scripts: [],
    changed: true,
    asked: true,
    latest: [],
    past,
  };
}

const isBare = ({ meanings, excluded, foreign, tints, unknown }: Reading) =>
  meanings.length + excluded.length + foreign.length + tints.length + unknown.length === 0;

/** "more", "even stronger", "less", "again": the last prompt's wish once more. */
function repeated(words: readonly string[], reading: Reading, latest: Reading['meanings']): Reading {
  const says = (names: ReadonlySet<string>) => words.some((word) => names.has(word));
  const change = says(LESS) || says(WEAK) ? 'less' : says(MORE) || says(STRONG) ? 'more' : null;
  if (!change && !words.includes('again')) return reading;
  return { ...reading, meanings: latest.map((item) => ({ ...item, change, count: 0 })) };
}

/** True if two scenes look the same at all times. */
export const isSamePicture = (one: SceneSpec, other: SceneSpec) =>
  JSON.stringify(shownSpec(one)) === JSON.stringify(shownSpec(other));

/** "The sea" may mean the scene's lake, and "the boat" its paper boat. */
function adapted(reading: Reading, before: SceneSpec): Reading {
  return {
    ...reading,
    meanings: reading.meanings.map((item) => ({ ...item, meaning: adapt(item.meaning, before) })),
    excluded: reading.excluded.map((item) => ({ ...item, meaning: adapt(item.meaning, before) })),
  };
}

/** Excluded things that the scene doesn't have. */
function missing({ excluded }: Reading, before: SceneSpec): string[] {
  return distinct(excluded.filter(({ meaning }) => !isInPicture(meaning, before)));
}

/** Requested things that don't show in the picture. */
function untraced({ meanings }: Reading, spec: SceneSpec): string[] {
  return distinct(
    meanings.filter(
      ({ meaning, change }) => !meaning.undrawn && change !== 'less' && !isInPicture(meaning, spec),
    ),
  );
}

const distinct = (words: readonly { original: string }[]) => [
  ...new Set(words.map(({ original }) => original)),
];
