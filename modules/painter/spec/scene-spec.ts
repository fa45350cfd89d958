/** A prompt's request as plain data, without pixels. */

export type TimeOfDay = 'dawn' | 'morning' | 'day' | 'sunset' | 'dusk' | 'night';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
/** The kind of world, which decides how the scene is composed. */
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

/** Things that a prompt can count, colour or exclude by name. */
export type Thing = Backdrop | Ground | Subject | Swarm | Celestial | 'clouds' | 'fog' | 'rain' | 'sky';

export interface SceneSpec {
  /** hash of the normalised prompt, which decides the layout */
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
  /** amounts, 0–1 */
  clouds: number;
  fog: number;
  rain: number;
  snow: number;
  wind: number;
  /** true if snow and rain fall upwards */
  upward: boolean;
  /** things that prompts have excluded, which aren't added automatically either */
  without: Thing[];
  /** requested number of each thing */
  counts: Partial<Record<Thing, number>>;
  /** size of each thing that a prompt has made larger or smaller; 1 is neutral */
  sizes: Partial<Record<Thing, number>>;
  /** each subject's position, so that it stays there when others come and go */
  slots: Partial<Record<Subject, number>>;
  /** true or false if a prompt has switched the lamps on or off; null for by time of day */
  lamps: boolean | null;
  /** `#rrggbb` of things whose colour the prompt names */
  colours: Partial<Record<Thing, string>>;
  /** `#rrggbb` for the whole picture */
  tints: string[];
  /** −1 cold … 1 warm */
  warmth: number;
  /** 1 is neutral */
  saturation: number;
  /** 1 is neutral */
  contrast: number;
  /** 1 is neutral */
  brightness: number;
  /** speed of all motion; 1 is neutral */
  speed: number;
  /** 0–1: how far lights bleed */
  glow: number;
  /** height of waves, mountains and buildings; 1 is neutral */
  scale: number;
  /** 1 is neutral; larger values show less of the scene, enlarged */
  zoom: number;
  /** position of the first subject, −1 left … 1 right; null for automatic */
  shift: number | null;
  /** 0–1: amount of swirling motion */
  swirl: number;
  /** hashes of unknown words */
  whims: number[];
}
