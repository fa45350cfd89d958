import { m } from '../../kit/texts/m.ts';

/** Reason under which a flagged dream joins the operators' queue of reports. */
export type ReportedAs = 'child' | 'sexual' | 'violent' | 'hateful' | 'other';

interface CategoryFacts {
  text(): string;
  /** lowest score that flags a prompt; dreams are full of battles, so violence needs a high one */
  promptsFrom: number;
  /** may be meant harmlessly, so the first prompt of a dream that barely reaches it is accepted with a warning */
  isMild: boolean;
  reportedAs: ReportedAs;
  /** other servers' names, separated by `|`; compared without case, spaces and punctuation */
  spellings: string;
}

/** Always refused, from the first prompt on. */
export const MINORS = 'sexual/minors';

/** OpenAI's categories, to which those of other servers are mapped. */
export const CATEGORIES = {
  [MINORS]: {
    text: m.safety_category_minors,
    promptsFrom: 0.2,
    isMild: false,
    reportedAs: 'child',
    spellings:
      'csam|csem|cse|csae|minors|child sexual abuse material|child sexual abuse|child sexual exploitation',
  },
  sexual: {
    text: m.safety_category_sexual,
    promptsFrom: 0.7,
    isMild: false,
    reportedAs: 'sexual',
    spellings: 'sex|sexual content|nudity|porn|pornography|sex-related crimes|sex crimes|adult content',
  },
  hate: {
    text: m.safety_category_hate,
    promptsFrom: 0.7,
    isMild: false,
    reportedAs: 'hateful',
    spellings: 'hate speech|hate and discrimination|discrimination',
  },
  'hate/threatening': {
    text: m.safety_category_threats,
    promptsFrom: 0.5,
    isMild: false,
    reportedAs: 'hateful',
    spellings: '',
  },
  harassment: {
    text: m.safety_category_harassment,
    promptsFrom: 0.85,
    isMild: true,
    reportedAs: 'hateful',
    spellings: '',
  },
  'harassment/threatening': {
    text: m.safety_category_threats,
    promptsFrom: 0.7,
    isMild: false,
    reportedAs: 'hateful',
    spellings: '',
  },
  'self-harm': {
    text: m.safety_category_self_harm,
    promptsFrom: 0.7,
    isMild: false,
    reportedAs: 'violent',
    spellings: 'suicide|suicide and self-harm|suicide & self-harm',
  },
  'self-harm/intent': {
    text: m.safety_category_self_harm,
    promptsFrom: 0.6,
    isMild: false,
    reportedAs: 'violent',
    spellings: '',
  },
  'self-harm/instructions': {
    text: m.safety_category_self_harm,
    promptsFrom: 0.5,
    isMild: false,
    reportedAs: 'violent',
    spellings: 'self-harm/instruction',
  },
  violence: {
    text: m.safety_category_violence,
    promptsFrom: 0.9,
    isMild: true,
    reportedAs: 'violent',
    spellings: 'violent|violence and threats',
  },
  'violence/graphic': {
    text: m.safety_category_gore,
    promptsFrom: 0.8,
    isMild: false,
    reportedAs: 'violent',
    spellings: 'graphic violence|gore',
  },
  illicit: {
    text: m.safety_category_crimes,
    promptsFrom: 0.85,
    isMild: true,
    reportedAs: 'other',
    spellings:
      'crime|crimes|non-violent crimes|nonviolent crimes|criminal|criminal planning|dangerous|dangerous and criminal content|regulated or controlled substances',
  },
  'illicit/violent': {
    text: m.safety_category_violent_crimes,
    promptsFrom: 0.7,
    isMild: false,
    reportedAs: 'violent',
    spellings:
      'violent crimes|indiscriminate weapons|indiscriminate weapons (cbrne)|guns and illegal weapons',
  },
} as const satisfies Record<string, CategoryFacts>;
export type Category = keyof typeof CATEGORIES;

interface LabelFacts {
  /** lowest score that flags an image */
  from: number;
  /** null if the label doesn't say what is wrong */
  means: Category | null;
}

/** Labels of image classifiers that count; the meaning of any other label is unknown. */
export const IMAGE_LABELS = {
  [MINORS]: { from: 0.1, means: MINORS },
  sexual: { from: 0.8, means: 'sexual' },
  nsfw: { from: 0.8, means: 'sexual' },
  porn: { from: 0.7, means: 'sexual' },
  pornography: { from: 0.7, means: 'sexual' },
  hentai: { from: 0.7, means: 'sexual' },
  explicit: { from: 0.7, means: 'sexual' },
  nude: { from: 0.8, means: 'sexual' },
  nudity: { from: 0.8, means: 'sexual' },
  sexy: { from: 0.95, means: 'sexual' },
  gore: { from: 0.8, means: 'violence/graphic' },
  'violence/graphic': { from: 0.8, means: 'violence/graphic' },
  unsafe: { from: 0.8, means: null },
} as const satisfies Record<string, LabelFacts>;
