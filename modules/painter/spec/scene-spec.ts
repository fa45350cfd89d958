/** A prompt's request as it was understood: plain data, no pixels. */

export type TimeOfDay = 'dawn' | 'morning' | 'day' | 'sunset' | 'dusk' | 'night';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
/** The kind of world; it decides which painter composes the scene. */
export type Realm = 'land' | 'sky' | 'underwater' | 'space' | 'cave' | 'lunar' | 'nave' | 'room' | 'abstract';
export type Backdrop =
  | 'mountains'
  | 'fuji'
  | 'hills'
  | 'dunes'
  | 'canyon'
  | 'volcano'
  | 'city'
  | 'forest'
  | 'jungle'
  | 'village'
  | 'icebergs'
  | 'islands';
export type Ground = 'water' | 'lake' | 'field' | 'snow' | 'sand' | 'street' | 'rock' | 'lava';
export type Subject =
  | 'castle'
  | 'lighthouse'
  | 'tree'
  | 'ship'
  | 'paperboat'
  | 'car'
  | 'train'
  | 'plane'
  | 'rocket'
  | 'bicycle'
  | 'house'
  | 'temple'
  | 'church'
  | 'cathedral'
  | 'taj'
  | 'tower'
  | 'pagoda'
  | 'eiffel'
  | 'clocktower'
  | 'bridge'
  | 'waterfall'
  | 'island'
  | 'windmill'
  | 'pyramid'
  | 'crystal'
  | 'whale'
  | 'dragon'
  | 'deer'
  | 'horse'
  | 'wolf'
  | 'dog'
  | 'fox'
  | 'cat'
  | 'tiger'
  | 'lion'
  | 'rabbit'
  | 'camel'
  | 'swan'
  | 'owl'
  | 'elephant'
  | 'person'
  | 'woman'
  | 'dancer'
  | 'portrait'
  | 'astronaut'
  | 'robot'
  | 'snowman'
  | 'campfire'
  | 'rose'
  | 'bookshelf'
  | 'fireplace'
  | 'bed'
  | 'table';
export type Swarm =
  | 'butterflies'
  | 'birds'
  | 'bats'
  | 'fireflies'
  | 'petals'
  | 'leaves'
  | 'embers'
  | 'ash'
  | 'bubbles'
  | 'jellyfish'
  | 'fish'
  | 'turtles'
  | 'lanterns'
  | 'balloons'
  | 'dust'
  | 'seeds'
  | 'sparkles'
  | 'flowers'
  | 'sunflowers'
  | 'roses'
  | 'tulips'
  | 'mushrooms'
  | 'fireworks'
  | 'corals'
  | 'trees';
export type Celestial =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'aurora'
  | 'nebula'
  | 'galaxy'
  | 'planet'
  | 'meteors'
  | 'rainbow'
  | 'lightning';
export type Material =
  | 'crystal'
  | 'gold'
  | 'silver'
  | 'stone'
  | 'wood'
  | 'ice'
  | 'fire'
  | 'paper'
  | 'metal'
  | 'silk'
  | 'neon'
  | 'ink';

/** Things that can be counted, coloured and wished away by name. */
export type Thing = Backdrop | Ground | Subject | Swarm | Celestial | 'clouds' | 'fog' | 'rain' | 'sky';

export interface SceneSpec {
  /** hash of the normalised prompt: layout follows the words */
  key: number;
  realm: Realm;
  time: TimeOfDay;
  season: Season | null;
  backdrops: Backdrop[];
  ground: Ground | null;
  subjects: Subject[];
  swarms: Swarm[];
  celestials: Celestial[];
  materials: Material[];
  /** amounts 0–1 */
  clouds: number;
  fog: number;
  rain: number;
  snow: number;
  wind: number;
  /** snow and rain fall upwards */
  upward: boolean;
  /** what was refused: it does not come by itself either */
  without: Thing[];
  /** how many of a thing were asked for */
  counts: Partial<Record<Thing, number>>;
  /** `#rrggbb` by the thing that the words bind it to */
  colours: Partial<Record<Thing, string>>;
  /** `#rrggbb` that belong to the whole picture */
  tints: string[];
  /** −1 cold … 1 warm */
  warmth: number;
  /** 1 is neutral */
  saturation: number;
  /** 1 is neutral */
  contrast: number;
  /** 1 is neutral */
  brightness: number;
  /** 1 is neutral: speed of everything that moves */
  speed: number;
  /** 0–1: how far lights bleed */
  glow: number;
  /** 1 is neutral: height of waves, mountains, buildings */
  scale: number;
  /** 1 is neutral: more shows less of the scene, nearer */
  zoom: number;
  /** −1 left … 1 right: where the first subject stands; null where it stands best */
  shift: number | null;
  /** 0–1: share of turning, swirling motion */
  swirl: number;
  /** hashes of words that no lexicon knows */
  whims: number[];
}
