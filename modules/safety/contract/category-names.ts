/** Always refused, from the first prompt on. */
export const MINORS = 'sexual/minors';

/** Spellings of each category, keyed by the name used for thresholds; compared without case, spaces and punctuation. */
const SPELLINGS: Readonly<Record<string, string>> = {
  // OpenAI's name, however a gateway spells it
  [MINORS]:
    'sexual/minors|csam|csem|cse|csae|minors|child sexual abuse material|child sexual abuse|child sexual exploitation',
  sexual: 'sexual|sex|sexual content|nudity|porn|pornography|sex-related crimes|sex crimes|adult content',
  hate: 'hate|hate speech|hate and discrimination|discrimination',
  'hate/threatening': 'hate/threatening',
  harassment: 'harassment',
  'harassment/threatening': 'harassment/threatening',
  'self-harm': 'self-harm|suicide|suicide and self-harm|suicide & self-harm',
  'self-harm/intent': 'self-harm/intent',
  'self-harm/instructions': 'self-harm/instructions|self-harm/instruction',
  violence: 'violence|violent|violence and threats',
  'violence/graphic': 'violence/graphic|graphic violence|gore',
  illicit:
    'illicit|crime|crimes|non-violent crimes|nonviolent crimes|criminal|criminal planning|dangerous|dangerous and criminal content|regulated or controlled substances',
  'illicit/violent':
    'illicit/violent|violent crimes|indiscriminate weapons|indiscriminate weapons (cbrne)|guns and illegal weapons',
};

/** Subjects that a dream may be about, and attacks on text models. None of these counts. */
const HARMLESS =
  'law|legal|health|financial|finance|pii|privacy|specialized advice|intellectual property|defamation|elections|code interpreter abuse|jailbreak|jailbreaking|copyright|politics|religion';

/** Llama Guard's category numbers: versions 3 and 4, and the O-numbers of version 1 (from its model cards). */
const LLAMA_GUARD: Readonly<Record<string, string>> = {
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
const NAMES = new Map([
  ...Object.entries(SPELLINGS).flatMap(([name, spellings]) =>
    spellings.split('|').map((one): [string, string] => [keyOf(one), name]),
  ),
  ...Object.entries(LLAMA_GUARD),
]);
const HARMLESS_KEYS = new Set(HARMLESS.split('|').map(keyOf));

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
