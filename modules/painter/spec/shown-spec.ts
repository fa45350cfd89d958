import type { Celestial, Material, Realm, SceneSpec, Subject, Swarm, Thing } from './scene-spec.ts';

const SKY_LIGHTS: readonly Celestial[] = [
  ...([
    'sun',
    'moon',
    'stars',
    'aurora',
    'nebula',
    'galaxy',
    'planet',
    'meteors',
    'rainbow',
    'lightning',
  ] as const),
];
/** Lights in each realm's sky; other realms have none. */
const LIGHTS: Partial<Record<Realm, readonly Celestial[]>> = {
  land: SKY_LIGHTS,
  sky: SKY_LIGHTS,
  room: SKY_LIGHTS,
  space: ['stars', 'planet', 'meteors', 'nebula', 'galaxy'],
  lunar: ['stars', 'planet', 'meteors'],
};
/** Lights that are always there unless excluded. */
const ALWAYS: Partial<Record<Realm, readonly Celestial[]>> = { space: ['stars'], lunar: ['stars', 'planet'] };

/** The realms in which each amount is visible. */
const SEEN: Record<'rain' | 'snow' | 'fog' | 'clouds' | 'wind' | 'swirl', readonly Realm[]> = {
  rain: ['land', 'sky', 'room', 'nave', 'abstract'],
  snow: ['land', 'sky', 'room', 'nave', 'abstract'],
  fog: ['land', 'sky', 'room', 'nave', 'cave', 'abstract'],
  clouds: ['land', 'sky', 'room'],
  wind: ['land', 'sky', 'room', 'nave', 'cave', 'underwater', 'abstract'],
  swirl: ['land', 'sky', 'space', 'abstract'],
};
const WITH_LAND: readonly Realm[] = ['land', 'room'];
/** Realms in which `scale` applies to the surroundings, and not only to the subjects. */
const TO_SCALE: readonly Realm[] = ['land', 'room', 'cave'];

/** Plants that need a kind of ground that only some realms have. */
const ROOTED: readonly Swarm[] = ['trees', 'flowers', 'sunflowers', 'roses', 'tulips'];
/** Things too far below or above a window to be visible through it. */
const BESIDE_WINDOW: readonly Swarm[] = [
  'flowers',
  'sunflowers',
  'roses',
  'tulips',
  'birds',
  'bats',
  'mushrooms',
];
/** Subjects whose material is visible. */
const BUILT: readonly Subject[] = [
  ...([
    'castle',
    'ship',
    'lighthouse',
    'tower',
    'house',
    'temple',
    'church',
    'cathedral',
    'taj',
    'pagoda',
  ] as const),
  ...(['eiffel', 'clocktower', 'bridge', 'windmill', 'pyramid'] as const),
];
const BUILDING: readonly Material[] = ['gold', 'silver', 'metal', 'wood', 'stone', 'paper', 'crystal', 'ice'];
/** Things whose colour affects the picture even if they aren't in it. */
const ANYWHERE: readonly Thing[] = ['clouds', 'fog', 'sun', 'water', 'lake', 'lava'];
/** Things with a fixed colour. */
const UNCOLOURED: readonly Thing[] = ['meteors', 'rainbow', 'lightning', 'rain'];

/**
 * Reduces a scene to what is actually painted. Two scenes that are equal here look the same, and a word without effect
 * here isn't in the picture.
 */
export function shownSpec(spec: SceneSpec): SceneSpec {
  const { realm } = spec;
  const season = shownSeason(spec);
  const amount = (name: keyof typeof SEEN) => (SEEN[name].includes(realm) ? spec[name] : 0);
  const hasLand = WITH_LAND.includes(realm);
  const subjects = realm === 'abstract' ? [] : spec.subjects;
  const isMeasured = subjects.length > 0 || TO_SCALE.includes(realm);
  const shown: SceneSpec = {
    ...spec,
    without: [],
    time: shownTime(spec),
    season: hasLand ? season : null,
    backdrops: hasLand ? spec.backdrops : [],
    ground: !hasLand ? null : season === 'winter' && spec.ground === 'field' ? 'snow' : spec.ground,
    subjects,
    swarms: spec.swarms.filter((swarm) => isDrawn(swarm, spec)),
    celestials: shownLights(spec),
    materials: spec.materials.filter((material) => isMade(material, spec, subjects)),
    rain: amount('rain'),
    snow: amount('snow'),
    fog: amount('fog'),
    clouds: amount('clouds'),
    wind: amount('wind'),
    swirl: realm === 'space' && spec.celestials.includes('galaxy') ? 0 : amount('swirl'),
    scale: isMeasured ? spec.scale * Math.min(1, 0.4 + spec.zoom * 0.6) : 1,
    zoom: subjects.length > 0 || hasLand ? spec.zoom : Math.max(1, spec.zoom),
    shift: subjects.length > 0 ? spec.shift : null,
    lamps: hasLamps(spec) ? spec.lamps : null,
    upward: spec.upward && amount('rain') + amount('snow') > 0,
  };
  const things = thingsIn(shown);
  const isThere = ([name]: [string, unknown]) => things.includes(name as Thing);
  const isColoured = (entry: [string, unknown]) =>
    (isThere(entry) || ANYWHERE.includes(entry[0] as Thing)) && !UNCOLOURED.includes(entry[0] as Thing);
  shown.slots = Object.fromEntries(Object.entries(spec.slots).filter(isThere));
  shown.sizes = Object.fromEntries(Object.entries(spec.sizes).filter(isThere));
  shown.counts = Object.fromEntries(Object.entries(spec.counts).filter(isThere));
  if (realm !== 'abstract')
    shown.colours = Object.fromEntries(Object.entries(spec.colours).filter(isColoured));
  return shown;
}

/** Heavy snow turns a green scene white while it lasts. */
function shownSeason({ season, snow }: Pick<SceneSpec, 'season' | 'snow'>): SceneSpec['season'] {
  return snow > 0.5 && (season === 'spring' || season === 'summer') ? 'winter' : season;
}

/** Realms without a sky only distinguish night from dusk. */
function shownTime({ realm, time }: SceneSpec): SceneSpec['time'] {
  if (realm === 'space' || realm === 'abstract') return time === 'night' ? 'night' : 'dusk';
  return realm === 'underwater' && time === 'morning' ? 'day' : time;
}

function shownLights({ realm, celestials, without }: SceneSpec): Celestial[] {
  const always = ALWAYS[realm]?.filter((name) => !without.includes(name)) ?? [];
  const others = celestials.filter((name) => LIGHTS[realm]?.includes(name) && !ALWAYS[realm]?.includes(name));
  return [...always, ...others];
}

function isDrawn(swarm: Swarm, { realm, ground, ...spec }: SceneSpec): boolean {
  if (swarm === 'corals') return realm === 'underwater';
  if (realm === 'room' && BESIDE_WINDOW.includes(swarm)) return false;
  if (realm === 'cave' && swarm === 'birds') return false;
  if (!ROOTED.includes(swarm)) return true;
  const hasLand = WITH_LAND.includes(realm);
  if (swarm === 'trees') return hasLand;
  return hasLand && ground === 'field' && shownSeason(spec) !== 'winter';
}

const WITH_LAMPS: readonly (Subject | SceneSpec['backdrops'][number])[] = [
  ...([
    'city',
    'village',
    'house',
    'castle',
    'church',
    'cathedral',
    'tower',
    'pagoda',
    'lighthouse',
  ] as const),
  ...(['clocktower', 'eiffel', 'windmill', 'car', 'train', 'plane', 'rocket', 'cat', 'dog', 'ship'] as const),
];

const hasLamps = ({ realm, subjects, backdrops }: SceneSpec) =>
  realm === 'room' || [...subjects, ...backdrops].some((name) => WITH_LAMPS.includes(name));

function isMade(material: Material, { realm, ground }: SceneSpec, subjects: readonly Subject[]): boolean {
  if (material === 'neon') return true;
  if (material === 'ice' && realm === 'land' && (ground === 'lake' || ground === 'water')) return true;
  if (realm === 'cave' && (material === 'crystal' || material === 'ice')) return true;
  return BUILDING.includes(material) && subjects.some((subject) => BUILT.includes(subject));
}

/** Names of everything that is painted. */
export function thingsIn({ realm, ...shown }: SceneSpec): Thing[] {
  const { backdrops, ground, subjects, swarms, celestials, rain, fog, clouds } = shown;
  return [
    ...[...backdrops, ...subjects, ...swarms, ...celestials],
    ...(ground ? [ground] : []),
    ...(rain > 0.05 ? (['rain'] as const) : []),
    ...(fog > 0.05 ? (['fog'] as const) : []),
    ...(clouds > 0.02 ? (['clouds'] as const) : []),
    ...(['land', 'room', 'sky', 'cave', 'underwater'].includes(realm) ? (['sky'] as const) : []),
    ...(realm === 'cave' || realm === 'underwater' ? (['water'] as const) : []),
  ];
}
