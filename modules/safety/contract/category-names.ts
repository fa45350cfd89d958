import { CATEGORIES, type Category, MINORS } from './category-table.ts';

/** Subjects that a dream may be about, and attacks on text models. None of these counts. */
const HARMLESS = [
  ...(['law', 'legal', 'health', 'financial', 'finance', 'pii', 'privacy', 'specialized advice'] as const),
  ...(['intellectual property', 'defamation', 'elections', 'code interpreter abuse'] as const),
  ...(['jailbreak', 'jailbreaking', 'copyright', 'politics', 'religion'] as const),
] as const;

/** Llama Guard's category numbers: versions 3 and 4, and the O-numbers of version 1 (from its model cards). */
const LLAMA_GUARD: Readonly<Record<string, Category | (typeof HARMLESS)[number]>> = {
  ...{
    s1: 'illicit/violent',
    s2: 'illicit',
    s3: 'sexual',
    s4: MINORS,
    s5: 'defamation',
    s6: 'specialized advice',
  },
  ...{ s7: 'privacy', s8: 'intellectual property', s9: 'illicit/violent', s10: 'hate', s11: 'self-harm' },
  ...{ s12: 'sexual', s13: 'elections', s14: 'code interpreter abuse' },
  ...{ o1: 'hate', o2: 'sexual', o3: 'illicit/violent', o4: 'illicit', o5: 'self-harm', o6: 'illicit' },
};

const keyOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '');
const NAMES = new Map<string, string>([
  ...Object.entries(CATEGORIES).flatMap(([name, { spellings }]) =>
    [name, ...spellings.split('|')].filter(Boolean).map((one): [string, string] => [keyOf(one), name]),
  ),
  ...Object.entries(LLAMA_GUARD),
]);
const HARMLESS_KEYS = new Set<string>(HARMLESS.map(keyOf));

/** Children and sexual content in one name, as in "Sexual Content Involving Minors"; excludes "minorities". */
const CHILDREN = /minors?(?!it)|minderj|mineur|menores|child|kinder|enfant|underage|infant/;
const SEXUAL = /sex|porn|nud|erotic|abus|explo|groom/;
const ALWAYS_MINORS = /cs[ae]m|csae|pa?edop|lolicon/;

/** Canonical name of a category; an unknown one is returned in lower case. */
export function categoryName(name: string): string {
  const key = keyOf(name);
  const known = NAMES.get(key);
  if (known) return known;
  const isOfMinors = ALWAYS_MINORS.test(key) || (CHILDREN.test(key) && SEXUAL.test(key));
  return isOfMinors ? MINORS : name.trim().toLowerCase();
}

/** True for a subject that is no reason to refuse a prompt, whatever the server says. */
export const isHarmless = (name: string): boolean => HARMLESS_KEYS.has(keyOf(categoryName(name)));

/** True for any known spelling. */
export const isKnown = (name: string): boolean => NAMES.has(keyOf(name));
