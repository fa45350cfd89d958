import { expect, test } from 'vitest';
import { inLocale } from '../../modules/kit/texts/locale.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { shownLocales } from '../../modules/kit/texts/offered.ts';
import { readPrompt } from '../../modules/painter/reading/read-prompt.ts';
import { missing, rows } from './score.ts';

/** Share of prompts understood. To look at the pictures, run `bun tests/bench/painter.ts FOLDER`. */
const FLOOR = 0.97;

test('the demo painter understands what people ask for', () => {
  const all = rows();
  expect(all.length).toBeGreaterThan(200);
  const wrong = all.map((row) => [row.prompts.join(' > '), ...missing(row)]).filter((row) => row.length > 1);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(all.length * (1 - FLOOR));
});

test.each(shownLocales())('the suggestions in %s send words that it knows', (locale) => {
  const ideas = [
    m.web_home_suggestion_city_words,
    m.web_home_suggestion_fox_words,
    m.web_home_suggestion_sea_words,
    m.stream_suggestion_boat_words,
    m.stream_suggestion_cathedral_words,
    m.stream_suggestion_snow_words,
  ];
  for (const idea of ideas) {
    const words = inLocale(locale, idea);
    expect({ words, ...readPrompt(words) }).toMatchObject({ unknown: [], scripts: [], asked: true });
  }
});
