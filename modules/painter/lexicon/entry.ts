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

/** The additions of a word to a scene. */
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
  /** factors, 1 is neutral */
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
  /** what goes when this is refused, where that is not the thing itself: without waves the sea is calm */
  refusing?: readonly Meaning[];
  /** its backdrop is only what usually stands there: a beach is one without its islands */
  usual?: boolean;
  /** the scene is where this would be, but the thing itself cannot be painted; the receipt says so */
  undrawn?: boolean;
}

/** Words with one meaning, parted by commas; a phrase holds spaces. */
export type Entry = readonly [words: string, meaning: Meaning];
