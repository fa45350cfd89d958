import type { Meaning } from '../lexicon/entry.ts';
import type { Backdrop, Ground, Realm, SceneSpec, Subject } from './scene-spec.ts';

/** Realms that replace the current one; others ("floating", "sky") only modify it. */
export const WORLDS: readonly (Realm | undefined)[] = [
  'underwater',
  'space',
  'cave',
  'lunar',
  'nave',
  'room',
];
/** Words that people use interchangeably. */
const KIN: readonly Subject[][] = [
  ['ship', 'paperboat'],
  ['church', 'cathedral', 'temple', 'taj'],
  ['tower', 'pagoda', 'eiffel', 'clocktower'],
  ['person', 'woman', 'portrait', 'dancer', 'astronaut'],
  ['dog', 'wolf'],
  ['plane', 'rocket'],
];
const BACKDROP_KIN: readonly Backdrop[][] = [
  ['mountains', 'fuji', 'volcano', 'canyon', 'icebergs'],
  ['forest', 'jungle'],
  ['village', 'city'],
  ['hills', 'village', 'mountains'],
];
const GROUND_KIN: readonly Ground[][] = [
  ['water', 'lake'],
  ['field', 'snow', 'rock'],
  ['street', 'field', 'sand', 'snow'],
];
const WET: readonly (Ground | null)[] = ['water', 'lake'];
const AFLOAT: readonly Subject[] = ['ship', 'paperboat', 'swan'];
/** Realms without land, and the subjects that fit into them. */
const GUESTS: Partial<Record<Realm, readonly Subject[]>> = {
  underwater: ['whale', 'dragon', 'astronaut', 'robot', 'castle', 'temple'],
  space: ['rocket', 'astronaut', 'whale', 'dragon', 'plane', 'robot'],
  sky: ['plane', 'rocket', 'whale', 'dragon', 'castle', 'island', 'ship'],
  room: [
    'cat',
    'dog',
    'fox',
    'rabbit',
    'owl',
    'person',
    'woman',
    'dancer',
    'robot',
    'table',
    'bed',
    'fireplace',
  ],
  cave: [
    'dragon',
    'crystal',
    'campfire',
    'person',
    'woman',
    'wolf',
    'astronaut',
    'robot',
    'cat',
    'dog',
    'fox',
  ],
  lunar: ['astronaut', 'rocket', 'robot', 'person', 'woman', 'dog', 'cat', 'car'],
  nave: ['person', 'woman', 'dancer', 'cat', 'dog', 'campfire'],
};

/** "The boat" means the paper boat if there is no other, and things that join a scene leave its ground as it is. */
export function adapt(meaning: Meaning, before: SceneSpec): Meaning {
  const { subject, swarm, celestial } = meaning;
  if (isPartOfPlace(subject, before)) return meaning.excludes ? { excludes: meaning.excludes } : {};
  if (subject) {
    const kin = KIN.find((names) => names.includes(subject)) ?? [];
    const there = [subject, ...kin].find((name) => before.subjects.includes(name));
    const {
      ground,
      backdrop: _backdrop,
      season: _season,
      time: _time,
      realm,
      snow: _snow,
      ...rest
    } = meaning;
    if (there) return { ...rest, subject: there };
    const isNeeded = before.ground === null || (AFLOAT.includes(subject) && !WET.includes(before.ground));
    return {
      ...rest,
      ...(realm && WORLDS.includes(realm) && { realm }),
      ...(ground && isNeeded && !before.backdrops.includes('city') && { ground }),
    };
  }
  if (
    meaning.ground &&
    WET.includes(meaning.ground) &&
    WET.includes(before.ground) &&
    isPlaceOf(meaning, before)
  ) {
    const { backdrop: _backdrop, ...rest } = meaning;
    return { ...(meaning.usual ? rest : meaning), ground: before.ground ?? meaning.ground };
  }
  if (swarm && meaning.snow === undefined && meaning.rain === undefined) {
    const { season: _season, time: _time, ...rest } = meaning;
    return celestial || meaning.material ? meaning : rest;
  }
  return meaning;
}

/** A forest has trees, and a village houses. */
function isPartOfPlace(subject: Subject | undefined, { backdrops, swarms, subjects }: SceneSpec): boolean {
  if (!subject || subjects.includes(subject)) return false;
  if (subject === 'house') return backdrops.includes('village');
  return (
    subject === 'tree' &&
    (backdrops.includes('forest') || backdrops.includes('jungle') || swarms.includes('trees'))
  );
}

/** True for a word that names where the scene is. */
export function isPlace({ realm, backdrop, ground, subject, swarm }: Meaning): boolean {
  if (subject || swarm) return WORLDS.includes(realm);
  return WORLDS.includes(realm) || backdrop !== undefined || ground !== undefined;
}

/** True for a place that the scene has, or one like it: a lake's water is called the sea, too. */
export function isPlaceOf({ realm, backdrop, ground, usual }: Meaning, scene: SceneSpec): boolean {
  if (realm && WORLDS.includes(realm) && realm !== scene.realm) return false;
  const hasGround = ground !== undefined && isKin(ground, scene.ground ? [scene.ground] : [], GROUND_KIN);
  if (backdrop) return isKin(backdrop, scene.backdrops, BACKDROP_KIN) || (usual === true && hasGround);
  return ground === undefined || hasGround;
}

function isKin<T>(name: T, there: readonly T[], kin: readonly (readonly T[])[]): boolean {
  return there.some(
    (item) => item === name || kin.some((names) => names.includes(name) && names.includes(item)),
  );
}

/** True for a word that would make a scene of its own and isn't part of this one. */
export function isElsewhere(meaning: Meaning, scene: SceneSpec): boolean {
  const { realm, subject, swarm, celestial } = meaning;
  if (realm && WORLDS.includes(realm) && realm !== scene.realm && !celestial) return true;
  if (subject || celestial) return false;
  if (swarm && scene.swarms.includes(swarm)) return false;
  return !isPlaceOf(meaning, scene);
}

/** True for a subject that can join the scene as it is. */
export function fits(subject: Subject, { realm, ground, subjects, backdrops }: SceneSpec): boolean {
  if (subjects.includes(subject)) return true;
  if (subject === 'portrait' || subject === 'rose') return false;
  if (realm !== 'land') return GUESTS[realm]?.includes(subject) ?? false;
  const isDry = ground !== null && !WET.includes(ground);
  return !(AFLOAT.includes(subject) && isDry && (subjects.length > 0 || backdrops.includes('dunes')));
}
