import type { Meaning } from './lexicon/entry.ts';
import type { Thing } from './scene-spec.ts';

/** What the words of a prompt gave, before gaps are filled. */
export interface Reading {
  meanings: { meaning: Meaning; strength: number; things: Thing[] }[];
  refused: Meaning[];
  counts: Partial<Record<Thing, number>>;
  colours: Partial<Record<Thing, string>>;
  tints: string[];
  whims: number[];
}
