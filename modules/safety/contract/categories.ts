import { categoryName, MINORS } from './category-names.ts';

/** A classifier's result for a prompt or an image: a score between 0 and 1 for each category. */
export type Scores = ReadonlyMap<string, number>;

/** A category whose score reached its threshold. */
export interface Flag {
  category: string;
  score: number;
  /** lowest score that counts */
  threshold: number;
}

export { MINORS };

/** A Map, since names come from servers and models and an object would contain "constructor". */
const byName = <Value>(entries: Record<string, Value>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(entries));

/**
 * Minimum scores that flag a prompt, by OpenAI's categories. Dreams are full of battles, so violence needs a high
 * score.
 */
const PROMPT_THRESHOLDS = byName<number>({
  [MINORS]: 0.2,
  sexual: 0.7,
  hate: 0.7,
  'hate/threatening': 0.5,
  harassment: 0.85,
  'harassment/threatening': 0.7,
  'self-harm': 0.7,
  'self-harm/intent': 0.6,
  'self-harm/instructions': 0.5,
  violence: 0.9,
  'violence/graphic': 0.8,
  illicit: 0.85,
  'illicit/violent': 0.7,
});
/** For categories of other servers that they flag. */
export const OTHER_PROMPT_THRESHOLD = 0.8;

/** The server flagged a prompt without naming a category. */
export const FLAGGED = 'flagged';
/** A model, or the filter in front of it, declined to read the prompt. */
export const DECLINED = 'declined';

/** Minimum scores by image label; the meaning of any other label is unknown. */
const PICTURE_THRESHOLDS = byName<number>({
  [MINORS]: 0.1,
  ...{ nsfw: 0.8, porn: 0.7, pornography: 0.7, hentai: 0.7, explicit: 0.7, sexual: 0.8, sexy: 0.95 },
  ...{ nude: 0.8, nudity: 0.8, unsafe: 0.8, gore: 0.8, 'violence/graphic': 0.8 },
});

/**
 * Categories that may be meant harmlessly: the first prompt of a dream that barely reaches one is accepted with a
 * warning.
 */
const MILD = new Set(['violence', 'harassment', 'illicit']);

export type Thresholds = ReadonlyMap<string, number>;

/** A classifier's result for a prompt. */
export interface PromptVerdict {
  scores: Scores;
  /** categories that the classifier itself flags, whatever their scores */
  flagged: ReadonlySet<string>;
}

/**
 * The category that exceeds its threshold the most, or null. A category that the classifier flags counts as well unless
 * the operator has set a threshold for it; for unknown categories that flag is the only criterion.
 */
export function flagOfPrompt({ scores, flagged }: PromptVerdict, own: Thresholds = new Map()): Flag | null {
  return worst(scores, (category, score) => {
    const set = own.get(category);
    if (set !== undefined) return set;
    const threshold =
      PROMPT_THRESHOLDS.get(category) ?? (flagged.has(category) ? OTHER_PROMPT_THRESHOLD : undefined);
    return threshold !== undefined && flagged.has(category) ? Math.min(threshold, score) : threshold;
  });
}

/** As above for an image, by label. */
export const flagOfPicture = (scores: Scores, own: Thresholds = new Map()): Flag | null =>
  worst(scores, (label) => pictureThreshold(label, own));

/** True if this image label can be flagged. */
export const countsOfPicture = (label: string, own: Thresholds = new Map()): boolean =>
  pictureThreshold(label.toLowerCase(), own) !== undefined;

const pictureThreshold = (label: string, own: Thresholds) =>
  own.get(label) ??
  PICTURE_THRESHOLDS.get(label) ??
  (categoryName(label) === MINORS ? PICTURE_THRESHOLDS.get(MINORS) : undefined);

function worst(
  scores: Scores,
  thresholdOf: (category: string, score: number) => number | undefined,
): Flag | null {
  const flags = [...scores].flatMap(([name, score]): Flag[] => {
    const category = name.toLowerCase();
    const threshold = thresholdOf(category, score);
    return threshold !== undefined && score >= threshold && score > 0 ? [{ category, score, threshold }] : [];
  });
  // Takes precedence over every other category.
  const minors = flags.find(({ category }) => category === MINORS);
  return minors ?? flags.toSorted((a, b) => b.score - b.threshold - (a.score - a.threshold))[0] ?? null;
}

/** True if a prompt may be accepted with a warning: a mild category, less than halfway from its threshold to 1. */
export const isMild = ({ category, score, threshold }: Flag): boolean =>
  MILD.has(category) && score < (threshold + 1) / 2;

const WORDS = byName<string>({
  [MINORS]: 'sexual content with children',
  sexual: 'sexual content',
  hate: 'hate',
  'hate/threatening': 'threats',
  harassment: 'harassment',
  'harassment/threatening': 'threats',
  'self-harm': 'self-harm',
  'self-harm/intent': 'self-harm',
  'self-harm/instructions': 'self-harm',
  violence: 'violence',
  'violence/graphic': 'graphic violence',
  illicit: 'crimes',
  'illicit/violent': 'violent crimes',
});
export const CATEGORIES = [...WORDS.keys()];

const OTHER_WORDS = byName<string>({
  [FLAGGED]: 'something that our check flags',
  [DECLINED]: 'something that our check refuses to read',
});

/** Display names of image labels. */
const PICTURE_WORDS = byName<string>({
  gore: 'graphic violence',
  unsafe: 'something unsafe',
});
const SEXUAL = /nsfw|porn|hentai|explicit|sex|nud/;

/** Display name of a category. */
export const inWords = (category: string): string =>
  WORDS.get(categoryName(category)) ??
  OTHER_WORDS.get(category) ??
  PICTURE_WORDS.get(category) ??
  (SEXUAL.test(category) ? 'sexual content' : category);

/** For the audit: `violence 0.93`. */
export const scored = ({ category, score }: Pick<Flag, 'category' | 'score'>): string =>
  `${category} ${score.toFixed(2)}`;
