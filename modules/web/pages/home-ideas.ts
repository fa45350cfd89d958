import { m } from '../../kit/texts/m.ts';

/** A tap sends `words`, in a language that the painter reads. */
export const HOME_IDEAS = [
  { label: m.web_home_suggestion_fox, words: m.web_home_suggestion_fox_words },
  { label: m.web_home_suggestion_city, words: m.web_home_suggestion_city_words },
  { label: m.web_home_suggestion_sea, words: m.web_home_suggestion_sea_words },
];

/** The label of a tapped idea, otherwise the words themselves. */
export const asTapped = (words: string): string =>
  HOME_IDEAS.find((idea) => idea.words() === words)?.label() ?? words;
