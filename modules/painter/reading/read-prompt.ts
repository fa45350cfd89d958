import { hashText } from '../../generator/random.ts';
import { UNDOERS } from '../lexicon/small-words.ts';
import { changeSpec, isChange } from '../spec/change-spec.ts';
import { completeSpec } from '../spec/complete-spec.ts';
import type { SceneSpec } from '../spec/scene-spec.ts';
import { shownSpec } from '../spec/shown-spec.ts';
import { isInPicture } from '../trace.ts';
import { interpret } from './interpret.ts';
import type { Reading } from './reading.ts';
import { toWords } from './words.ts';

/** So many scenes back "undo" reaches. */
const MAX_STEPS_BACK = 8;

/** A scene, and what of the last prompt is not in it. Words are given as they were written. */
export interface Understanding {
  spec: SceneSpec;
  /** words that mean nothing to the painter */
  unknown: string[];
  /** what was to be taken away and was not there */
  absent: string[];
  /** what is understood, and not drawn in a scene of this kind */
  hidden: string[];
  /** scripts that it does not read */
  scripts: string[];
  /** whether the picture is another one than before, by what was asked */
  changed: boolean;
  /** whether anything was asked for that it knows */
  asked: boolean;
  /** what was seen before this prompt, the latest last */
  past: SceneSpec[];
}

/**
 * Reads what a prompt asks for. A prompt that only changes something keeps the scene of the prompts before it. The
 * same texts always give the same spec; any text gives one.
 */
export function readPrompt(text: string, before: Understanding | null = null): Understanding {
  const { words, describesAfter, scripts } = toWords(text);
  const plain = words.map((word) => word.text);
  const past = before ? [...before.past, before.spec].slice(-MAX_STEPS_BACK) : [];
  const last = before?.past.at(-1);
  if (last && UNDOERS.includes(plain.join(' '))) return undone(last, past.slice(0, -2));
  const reading = interpret(words, describesAfter);
  const { unknown } = reading;
  const asked = reading.meanings.length + reading.refused.length + reading.tints.length > 0;
  if (before && (plain.length === 0 || isChange(plain, reading, before.spec))) {
    const wished = changeSpec(plain, reading, before.spec);
    const absent = [...missing(reading, before.spec), ...reading.foreign];
    const hidden = untraced(reading, wished);
    const { meanings, refused, tints } = reading;
    // A thing that cannot be drawn here does not leave its traces either.
    const isLost =
      hidden.length > 0 && tints.length + refused.length === 0 && hidden.length === distinct(meanings).length;
    const spec = isLost ? before.spec : wished;
    return {
      spec,
      unknown,
      absent,
      hidden,
      scripts,
      changed: !isSamePicture(spec, before.spec),
      asked,
      past,
    };
  }
  const key = hashText(plain.length > 0 ? plain.join(' ') : text.slice(0, 2000));
  const spec = completeSpec(key, reading);
  return { spec, unknown, absent: [], hidden: untraced(reading, spec), scripts, changed: asked, asked, past };
}

function undone(spec: SceneSpec, past: SceneSpec[]): Understanding {
  return { spec, unknown: [], absent: [], hidden: [], scripts: [], changed: true, asked: true, past };
}

/** True when two scenes look the same at every moment. */
export const isSamePicture = (one: SceneSpec, other: SceneSpec) =>
  JSON.stringify(shownSpec(one)) === JSON.stringify(shownSpec(other));

/** Things refused of a scene that does not have them. */
function missing({ refused }: Reading, before: SceneSpec): string[] {
  return distinct(refused.filter(({ meaning }) => !isInPicture(meaning, before)));
}

/** Things asked for that leave no trace in the picture. */
function untraced({ meanings }: Reading, spec: SceneSpec): string[] {
  return distinct(
    meanings.filter(
      ({ meaning, change }) => !meaning.undrawn && change !== 'less' && !isInPicture(meaning, spec),
    ),
  );
}

const distinct = (words: readonly { said: string }[]) => [...new Set(words.map(({ said }) => said))];
