import { m } from '../../kit/texts/m.ts';
import { categoryName } from './category-names.ts';
import { CATEGORIES, IMAGE_LABELS, MINORS, type ReportedAs } from './category-table.ts';

/** A classifier's result for a prompt or an image: a score between 0 and 1 for each category. */
export type Scores = ReadonlyMap<string, number>;

/** A category whose score reached its threshold. */
export interface Flag {
  category: string;
  score: number;
  /** lowest score that counts */
  threshold: number;
}

/** Maps, since names come from servers and models and an object would contain "constructor". */
const categories = new Map(Object.entries(CATEGORIES));
const imageLabels = new Map(Object.entries(IMAGE_LABELS));

/** For categories of other servers that they flag. */
export const OTHER_PROMPT_THRESHOLD = 0.8;

/** The server flagged a prompt without naming a category. */
export const FLAGGED = 'flagged';
/** A model, or the filter in front of it, declined to read the prompt. */
export const DECLINED = 'declined';

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
    const other = flagged.has(category) ? OTHER_PROMPT_THRESHOLD : undefined;
    const threshold = categories.get(category)?.promptsFrom ?? other;
    return threshold !== undefined && flagged.has(category) ? Math.min(threshold, score) : threshold;
  });
}

/** As above for an image, by label. */
export const flagOfImage = (scores: Scores, own: Thresholds = new Map()): Flag | null =>
  worst(scores, (label) => pictureThreshold(label, own));

/** True if this image label can be flagged. */
export const countsForImage = (label: string, own: Thresholds = new Map()): boolean =>
  pictureThreshold(label.toLowerCase(), own) !== undefined;

const pictureThreshold = (label: string, own: Thresholds): number | undefined =>
  own.get(label) ??
  imageLabels.get(label)?.from ??
  (categoryName(label) === MINORS ? IMAGE_LABELS[MINORS].from : undefined);

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
  categories.get(category)?.isMild === true && score < (threshold + 1) / 2;

/** Facts about a category, given its name or a classifier’s label for it. */
function factsOf(name: string) {
  const means = imageLabels.get(name)?.means;
  return categories.get(categoryName(name)) ?? (means ? CATEGORIES[means] : undefined);
}

const SEXUAL = /sex|nsfw|porn|hentai|nud|explicit/;
const OTHER_TEXTS = new Map([
  [FLAGGED, m.safety_category_flagged],
  [DECLINED, m.safety_category_declined],
  ['unsafe', m.safety_category_unsafe],
]);

/** Display name of a category or an image label. */
export const inWords = (category: string): string =>
  factsOf(category)?.text() ??
  OTHER_TEXTS.get(category)?.() ??
  (SEXUAL.test(category) ? CATEGORIES.sexual.text() : category);

export function reportedAs(category: string): ReportedAs {
  const known = factsOf(category);
  if (known) return known.reportedAs;
  if (/viol|gore|harm/.test(category)) return 'violent';
  if (/hate|harass/.test(category)) return 'hateful';
  return SEXUAL.test(category) ? 'sexual' : 'other';
}

/** Prompt categories and image labels that are allowed along with sexual content. */
export const WANTED_BY_ADULTS: readonly string[] = [...imageLabels]
  .filter(([, { means }]) => means === 'sexual')
  .map(([label]) => label);

/** For the audit: `violence 0.93`. */
export const scored = ({ category, score }: Pick<Flag, 'category' | 'score'>): string =>
  `${category} ${score.toFixed(2)}`;
