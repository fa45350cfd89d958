import type { Meaning } from '../lexicon/entry.ts';
import type { Thing } from '../spec/scene-spec.ts';

/** The meaning of a prompt's words, before the gaps are filled. */
export interface Reading {
  meanings: {
    meaning: Meaning;
    original: string;
    strength: number;
    things: Thing[];
    change: Change;
    /** true if the prompt says that it comes into the scene */
    arrives: boolean;
    /** number named with "more" or "fewer"; 0 for none */
    count: number;
  }[];
  /** true if a verb said what happens */
  happens: boolean;
  excluded: { meaning: Meaning; original: string }[];
  /** excluded words that the painter doesn't know, so they are never there */
  foreign: string[];
  counts: Partial<Record<Thing, number>>;
  colours: Partial<Record<Thing, string>>;
  tints: string[];
  whims: number[];
  /** the words behind `whims`, as written */
  unknown: string[];
}

/** "more rain", "less rain" */
export type Change = 'more' | 'less' | null;
