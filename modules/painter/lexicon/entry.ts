import type {
  Backdrop,
  Celestial,
  Ground,
  Material,
  Realm,
  Season,
  Subject,
  Swarm,
  TimeOfDay,
} from '../spec/scene-spec.ts';

/** Everything that a word adds to a scene. */
export interface Meaning {
  realm?: Realm;
  time?: TimeOfDay;
  season?: Season;
  backdrop?: Backdrop;
  ground?: Ground;
  subject?: Subject;
  swarm?: Swarm;
  celestial?: Celestial;
  material?: Material;
  /** `#rrggbb` */
  colour?: string;
  clouds?: number;
  fog?: number;
  rain?: number;
  snow?: number;
  wind?: number;
  warmth?: number;
  /** factors; 1 is neutral */
  saturation?: number;
  contrast?: number;
  brightness?: number;
  speed?: number;
  scale?: number;
  glow?: number;
  swirl?: number;
  count?: number;
  zoom?: number;
  /** −1 left … 1 right */
  shift?: number;
  upward?: boolean;
  /** switches lamps and windows on */
  lamps?: boolean;
  /** size of the thing it is said of; of the whole picture if there is none */
  distance?: number;
  /** takes back what earlier prompts have changed */
  reset?: 'colours' | 'camera';
  /** parts removed when this word is excluded, if not the thing itself: a sea without waves is calm */
  excludes?: readonly Meaning[];
  /** its backdrop is typical but not essential: a beach without islands is still a beach */
  usual?: boolean;
  /** only sets the place; the thing itself can't be painted, and the receipt says so */
  undrawn?: boolean;
}

/** Comma-separated words with one meaning. Phrases contain spaces. */
export type Entry = readonly [words: string, meaning: Meaning];
