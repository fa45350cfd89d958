import { changeSpec, isChange } from './change-spec.ts';
import { completeSpec } from './complete-spec.ts';
import { interpret } from './interpret.ts';
import { UNDOERS } from './lexicon/small-words.ts';
import { hashText } from './random.ts';
import type { SceneSpec } from './scene-spec.ts';
import { toWords } from './words.ts';

/** So many scenes back "undo" reaches. */
const MAX_STEPS_BACK = 8;

/** A scene, and what of the last prompt is not in it. */
export interface Understanding {
  spec: SceneSpec;
  /** words that mean nothing to the painter, as they were written */
  unknown: string[];
  /** what was seen before this prompt, the latest last */
  past: SceneSpec[];
}

/**
 * Reads what a prompt asks for. A prompt that only changes something keeps the scene of the prompts before it. The
 * same texts always give the same spec; any text gives one.
 */
export function readPrompt(text: string, before: Understanding | null = null): Understanding {
  const { words, describesAfter } = toWords(text);
  const plain = words.map((word) => word.text);
  const past = before ? [...before.past, before.spec].slice(-MAX_STEPS_BACK) : [];
  const last = before?.past.at(-1);
  if (last && UNDOERS.includes(plain.join(' '))) return { spec: last, unknown: [], past: past.slice(0, -2) };
  const reading = interpret(words, describesAfter);
  if (before && isChange(plain, reading, before.spec)) {
    return { spec: changeSpec(plain, reading, before.spec), unknown: reading.unknown, past };
  }
  const key = hashText(plain.length > 0 ? plain.join(' ') : text.slice(0, 2000));
  return { spec: completeSpec(key, reading), unknown: reading.unknown, past };
}
