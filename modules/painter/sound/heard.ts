import type { Celestial, SceneSpec, Subject, Swarm } from '../spec/scene-spec.ts';
import { shownSpec } from '../spec/shown-spec.ts';
import type { VoiceName } from './voices.ts';

export interface Heard {
  voice: VoiceName;
  /** 0–1: its strength or number, in tenths */
  force: number;
  /** 1 is the loudness of a scene's main sound */
  level: number;
}

/** Maximum voices at once; the quietest are left out. */
const MAX_VOICES = 7;
/** Combined power of a scene's voices, above which all get quieter. */
const MAX_POWER = 1.3;
/** Gain of everything else when snow muffles it. */
const SNOWED_IN = 0.55;
const OUTSIDE = 0.4;

type Add = (voice: VoiceName, level: number, force?: number) => void;

/** Voices that a person would hear in a scene, the loudest first. */
export function heardIn(whole: SceneSpec): Heard[] {
  // only what is visible, but without what prompts have excluded
  const spec = { ...shownSpec(whole), without: whole.without };
  const found = new Map<VoiceName, Heard>();
  const add: Add = (voice, level, force = 0.5) => {
    const known = found.get(voice);
    if (known && known.level >= level) return;
    found.set(voice, { voice, level, force: Math.round(Math.min(1, Math.max(0, force)) * 10) / 10 });
  };
  switch (spec.realm) {
    case 'space':
      add('space', 0.8);
      break;
    case 'lunar':
      add('space', 0.4);
      break;
    case 'underwater':
      add('underwater', 0.8);
      break;
    case 'cave':
      add('cave', 0.8);
      if (spec.wind > 0.05) add('wind', 0.4, spec.wind * 0.6);
      break;
    case 'nave':
      add('hall', 0.7);
      if (spec.rain > 0.05) add('windowRain', 0.7, spec.rain);
      break;
    case 'room':
      add('room', 0.5);
      addOutside(spec, add);
      break;
    case 'abstract':
      add('tones', 0.7);
      addWeather(spec, add);
      break;
    case 'sky':
      addWeather(spec, add);
      if (spec.wind <= 0.05) add('wind', 0.4, 0.3);
      break;
    default:
      addLand(spec, add);
  }
  addThings(spec, add);
  if (found.size === 0) add('wind', 0.25, 0.1);
  return balanced([...found.values()]);
}

function balanced(all: readonly Heard[]): Heard[] {
  const loudest = all.toSorted((a, b) => b.level - a.level).slice(0, MAX_VOICES);
  const power = loudest.reduce((sum, { level }) => sum + level * level, 0);
  const scale = power > MAX_POWER ? Math.sqrt(MAX_POWER / power) : 1;
  return loudest.map((one) => ({ ...one, level: one.level * scale }));
}

/** A room's window lets through what is outside. */
function addOutside(spec: SceneSpec, add: Add): void {
  addLand({ ...spec, subjects: [], rain: 0 }, (voice, level, force) => {
    if (voice !== 'wind' || spec.wind > 0.05) add(voice, level * OUTSIDE, force);
  });
  if (spec.rain > 0.05) add('windowRain', 0.8, spec.rain);
}

function addLand(spec: SceneSpec, add: Add): void {
  const isSnowy = spec.snow > 0.25 || spec.ground === 'snow';
  const quiet: Add = isSnowy ? (voice, level, force) => add(voice, level * SNOWED_IN, force) : add;
  addWeather(spec, add);
  addWater(spec, quiet);
  addPlaces(spec, quiet);
  addWildlife(spec, isSnowy, quiet);
}

function addWeather(spec: SceneSpec, add: Add): void {
  const { rain, snow, wind } = spec;
  if (rain > 0.05) add('rain', 0.4 + 0.5 * rain, rain);
  if (wind > 0.05) add('wind', 0.35 + 0.5 * wind, wind);
  if (snow > 0.25 || (spec.ground === 'snow' && spec.realm === 'land')) add('snow', 0.8);
  if (spec.celestials.includes('lightning')) add('thunder', 1);
}

function addWater(spec: SceneSpec, add: Add): void {
  if (spec.materials.includes('ice')) return;
  const { ground, scale, speed, wind } = spec;
  if (ground === 'water') {
    // as high as the waves are painted
    const swell = 0.42 * scale * (0.6 + speed * 0.4) + wind * 0.25;
    add('sea', Math.min(1, 0.45 + swell * 0.7), (swell - 0.25) * 1.6);
  }
  if (ground !== 'lake') return;
  if (speed >= 1.15) add('stream', 0.75);
  else add('lapping', Math.min(0.8, 0.3 + 0.25 * speed + 0.3 * wind));
}

/** Terrain whose only sound is the air. */
const BARE: readonly SceneSpec['backdrops'][number][] = ['mountains', 'fuji', 'dunes', 'canyon', 'icebergs'];

function addPlaces(spec: SceneSpec, add: Add): void {
  const { backdrops, ground, time, wind } = spec;
  const late = time === 'night' || time === 'dusk' ? 0.8 : 1;
  if (backdrops.includes('city')) add('city', 0.8 * late);
  else if (ground === 'street') add('road', 0.55 * late);
  if (backdrops.includes('volcano') || ground === 'lava') add('lava', 0.9);
  if (backdrops.includes('forest')) add('leaves', 0.3 + 0.3 * wind, 0.2 + wind * 0.8);
  else if (spec.swarms.includes('leaves') || (spec.swarms.includes('trees') && wind > 0.2))
    add('leaves', 0.25 + 0.3 * wind, 0.2 + wind * 0.8);
  if (wind > 0.05) return;
  if (backdrops.some((name) => BARE.includes(name))) add('wind', 0.4, 0.3);
  else if (!backdrops.includes('city')) add('wind', 0.15, 0.1);
}

/** Birds that sing at each time of day. */
const SINGING = { dawn: 1, morning: 0.8, day: 0.5, sunset: 0.4, dusk: 0, night: 0 } as const;

function addWildlife(spec: SceneSpec, isSnowy: boolean, add: Add): void {
  const { backdrops, ground, season, time, rain, wind } = spec;
  const isJungle = backdrops.includes('jungle');
  if (isJungle) add('insects', 0.5);
  const isRough = rain > 0.35 || wind > 0.7 || spec.celestials.includes('lightning');
  if (season === 'winter' || isSnowy || isRough || !isGreen(spec)) return;
  const singing = SINGING[time];
  if (singing > 0 && !spec.without.includes('birds'))
    add(isJungle ? 'jungleBirds' : 'birds', 0.35 + 0.3 * singing, singing);
  const isDark = time === 'night' || time === 'dusk';
  if (isDark && season !== 'spring')
    add('crickets', time === 'night' ? 0.65 : 0.45, time === 'night' ? 0.8 : 0.3);
  if (isDark && ground === 'lake' && season !== 'autumn') add('frogs', 0.35);
}

const isGreen = ({ backdrops, ground, swarms, subjects }: SceneSpec) =>
  !backdrops.some((name) => name === 'volcano' || name === 'icebergs' || name === 'city') &&
  ground !== 'lava' &&
  ground !== 'sand' &&
  (ground === 'field' ||
    backdrops.some((name) => name === 'forest' || name === 'jungle' || name === 'village') ||
    (backdrops.includes('hills') && ground !== 'water') ||
    swarms.some((name) => name === 'trees' || name === 'flowers') ||
    subjects.includes('tree'));

const OF_SUBJECTS: Partial<Record<Subject, readonly [VoiceName, level: number, force?: number]>> = {
  waterfall: ['waterfall', 0.9],
  campfire: ['fire', 0.8, 0.3],
  fireplace: ['fire', 0.7, 0.1],
  owl: ['owl', 0.6],
  wolf: ['wolf', 0.6],
  whale: ['whale', 0.7],
  dog: ['dog', 0.5],
  cat: ['cat', 0.4],
  elephant: ['elephant', 0.6],
  lion: ['growl', 0.7],
  tiger: ['growl', 0.6],
  dragon: ['growl', 0.8],
  horse: ['hooves', 0.6],
  train: ['train', 0.8],
  car: ['car', 0.5],
  plane: ['plane', 0.7],
  rocket: ['rocket', 0.8],
  church: ['bell', 0.5, 0.7],
  cathedral: ['bell', 0.5, 0.3],
  clocktower: ['bell', 0.5, 0.3],
  temple: ['bell', 0.35, 0.2],
  pagoda: ['bell', 0.35, 0.2],
  windmill: ['wind', 0.4, 0.3],
  crystal: ['chimes', 0.5],
};
const OF_SWARMS: Partial<Record<Swarm, readonly [VoiceName, level: number, force?: number]>> = {
  fireworks: ['fireworks', 0.9],
  sparkles: ['chimes', 0.5],
};
const OF_LIGHTS: Partial<Record<Celestial, readonly [VoiceName, level: number, force?: number]>> = {
  lightning: ['thunder', 1],
};
/** Without air, sounds of things that need it are left out. */
const AIRLESS: readonly SceneSpec['realm'][] = ['space', 'lunar'];
const BELOW_WATER: readonly VoiceName[] = ['whale', 'chimes', 'thunder'];
/** Number of people from which their talking is heard. */
const CROWD = 5;

function addThings(spec: SceneSpec, add: Add): void {
  const { swarms, subjects, celestials, counts, realm } = spec;
  const found = [
    ...subjects.map((name) => OF_SUBJECTS[name]),
    ...swarms.map((name) => OF_SWARMS[name]),
    ...celestials.map((name) => OF_LIGHTS[name]),
  ];
  for (const one of found) {
    if (!one) continue;
    const [voice, level, force] = one;
    if (AIRLESS.includes(realm)) add(voice, level * 0.35, force);
    else if (realm !== 'underwater' || BELOW_WATER.includes(voice)) add(voice, level, force);
  }
  if (AIRLESS.includes(realm) || realm === 'underwater') return;
  if (swarms.includes('birds') && realm !== 'room')
    add(spec.ground === 'water' ? 'gulls' : 'birds', 0.55, (counts.birds ?? 6) > 4 ? 0.8 : 0.3);
  const isBurning = spec.materials.includes('fire') || swarms.includes('embers');
  if (isBurning && !spec.backdrops.includes('volcano') && spec.ground !== 'lava') add('fire', 0.75, 0.6);
  if (Math.max(counts.person ?? 0, counts.woman ?? 0, counts.dancer ?? 0) >= CROWD && hasPeople(subjects))
    add('crowd', 0.6);
}

const hasPeople = (subjects: readonly Subject[]) =>
  subjects.some((name) => name === 'person' || name === 'woman' || name === 'dancer');
