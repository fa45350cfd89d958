import type { Meaning } from '../lexicon/entry.ts';
import type { Deed } from '../lexicon/verbs.ts';

/** Nouns that verbs treat alike: anything can appear, but only the sun sets. */
export type Kind =
  | 'sun'
  | 'moon'
  | 'time'
  | 'dark'
  | 'season'
  | 'lamps'
  | 'sky'
  | 'clouds'
  | 'weather'
  | 'place'
  | 'thing'
  | 'it'
  | 'whole';

/** Effect of a verb on its subject: words to read instead of it or before it. */
interface Outcome {
  words?: readonly string[];
  before?: readonly string[];
  arrives?: boolean;
}

const NAMED: Record<string, Kind> = {
  ...named('sun', 'sun sunlight sunshine sunbeam daystar'),
  ...named('moon', 'moon moonlight'),
  ...named('dark', 'dark darkness gloom shadow shadows'),
  ...named('lamps', 'light lights lamp lamps window windows streetlight streetlights'),
  ...named('sky', 'sky skies heavens weather'),
  ...named('it', 'it'),
  ...named('whole', 'everything world scene picture all whole'),
};

function named(kind: Kind, words: string): Record<string, Kind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

/** The kind of a noun; null for adjectives and unknown words. */
export function kindOf(text: string, meaning: Meaning | undefined): Kind | null {
  const known = NAMED[text];
  if (known) return known;
  if (!meaning) return null;
  if (text === 'city lights' || text === 'street lamp' || text === 'street light') return 'lamps';
  const { celestial, subject, swarm, backdrop, ground, rain, snow, fog, wind, clouds, realm } = meaning;
  if (celestial === 'moon' || celestial === 'sun') return meaning.time ? 'time' : celestial;
  if ((rain || snow || fog || (clouds ?? 0) > 0.05) && ADJECTIVE.test(text)) return null;
  if (celestial === 'lightning') return 'weather';
  if (subject || swarm || celestial) return 'thing';
  if (rain || snow || fog || (wind && !ground)) return 'weather';
  if (backdrop || ground) return 'place';
  if (clouds && clouds > 0.05 && realm === undefined) return 'clouds';
  if (meaning.time) return 'time';
  if (meaning.season) return 'season';
  if (realm && realm !== 'sky' && realm !== 'abstract') return 'place';
  return null;
}

/** Weather words that describe: "stormy", "foggy", "overcast". */
const ADJECTIVE = /(?:y|ous|cast|covered|capped)$/;

const GONE: Outcome = { before: ['without'] };
const LESS: Outcome = { before: ['less'] };
const MORE: Outcome = { before: ['more'] };
const THERE: Outcome = { arrives: true };
const CLEAR: Outcome = { words: ['clear'] };
const is = (...words: string[]): Outcome => ({ words });

const AFTER: Record<string, string> = {
  night: 'dawn',
  day: 'dusk',
  evening: 'night',
  dawn: 'day',
  morning: 'day',
  sunset: 'dusk',
  dusk: 'night',
  spring: 'summer',
  summer: 'autumn',
  autumn: 'winter',
  winter: 'spring',
};

const OUTCOMES: Record<Kind, Partial<Record<Deed, Outcome>>> = {
  sun: {
    sink: is('sunset'),
    rise: is('sunrise'),
    come: is('clear', 'sun'),
    light: is('clear', 'sun'),
    break: is('clear', 'sun'),
    leave: GONE,
    stop: GONE,
    darken: GONE,
  },
  moon: { rise: is('moonrise'), come: is('moonrise'), light: is('moonrise'), sink: GONE, leave: GONE },
  time: { come: THERE, sink: THERE, break: THERE, rise: THERE, strengthen: THERE, light: THERE },
  dark: {
    come: is('night'),
    strengthen: is('night'),
    grow: is('night'),
    leave: is('dawn'),
    clear: is('dawn'),
  },
  season: { come: THERE, rise: THERE, break: THERE },
  lamps: {
    come: is('lights'),
    light: is('lights'),
    leave: is('without', 'lights', 'but'),
    stop: is('without', 'lights', 'but'),
    sink: is('without', 'lights', 'but'),
    darken: is('without', 'lights', 'but'),
  },
  sky: {
    break: CLEAR,
    clear: CLEAR,
    light: CLEAR,
    come: CLEAR,
    stop: CLEAR,
    darken: is('overcast'),
    strengthen: is('storm'),
    weaken: CLEAR,
  },
  clouds: {
    break: CLEAR,
    clear: CLEAR,
    pass: CLEAR,
    leave: CLEAR,
    stop: CLEAR,
    melt: CLEAR,
    come: THERE,
    rise: THERE,
    darken: is('overcast'),
    strengthen: MORE,
    grow: MORE,
    weaken: LESS,
    shrink: LESS,
  },
  weather: {
    come: THERE,
    rise: THERE,
    light: THERE,
    break: THERE,
    leave: GONE,
    pass: GONE,
    stop: GONE,
    clear: GONE,
    melt: GONE,
    sink: LESS,
    weaken: LESS,
    shrink: LESS,
    strengthen: MORE,
    grow: MORE,
    darken: MORE,
  },
  place: {
    come: THERE,
    rise: THERE,
    leave: GONE,
    melt: GONE,
    weaken: { before: ['calm'] },
    strengthen: { before: ['wild'] },
    grow: { before: ['bigger'] },
    shrink: { before: ['smaller'] },
  },
  thing: {
    come: THERE,
    pass: THERE,
    light: THERE,
    rise: THERE,
    break: THERE,
    stop: {},
    leave: GONE,
    melt: GONE,
    grow: { before: ['bigger'] },
    shrink: { before: ['smaller'] },
    strengthen: MORE,
    weaken: LESS,
  },
  it: { clear: CLEAR, darken: is('night'), break: CLEAR },
  whole: {
    darken: is('darker'),
    light: is('brighter'),
    clear: CLEAR,
    grow: is('bigger'),
    shrink: is('smaller'),
  },
};

/** Effect of a verb on its subject, or null if none can be painted. */
export function outcomeOf(
  text: string,
  meaning: Meaning | undefined,
  deed: Deed,
  follows: boolean,
): Outcome | null {
  const kind = kindOf(text, meaning);
  if (kind === null) return null;
  if (deed === 'break' && text === 'day') return is('dawn');
  const isOver =
    deed === 'leave' ||
    deed === 'stop' ||
    deed === 'clear' ||
    deed === 'melt' ||
    deed === 'weaken' ||
    deed === 'pass';
  const after =
    (kind === 'time' && AFTER[meaning?.time ?? '']) || (kind === 'season' && AFTER[meaning?.season ?? '']);
  if (after && isOver) return is(after);
  if (deed === 'melt' && meaning?.snow) return is('without', 'snow', 'or', 'winter', 'but');
  if (kind === 'thing' && deed === 'sink' && meaning?.subject) return follows ? GONE : null;
  const outcome = OUTCOMES[kind][deed] ?? null;
  const isMotion = outcome === THERE || outcome?.before?.[0] === 'without';
  return isMotion && !follows && (kind === 'thing' || kind === 'place') ? null : outcome;
}
