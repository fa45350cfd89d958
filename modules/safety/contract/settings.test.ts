import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { flagOfImage, flagOfPrompt, reportedAs } from './categories.ts';
import { CATEGORIES, IMAGE_LABELS } from './category-table.ts';
import { thresholdsOf } from './settings.ts';

const faultOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('parses thresholds by category, with any punctuation', () => {
  const { SAFETY_THRESHOLDS, checks } = readConfig({
    SAFETY_THRESHOLDS: 'violence=0.97, Not Safe=.5,self-harm/intent=1',
  });
  expect(Object.fromEntries(SAFETY_THRESHOLDS ?? [])).toEqual({
    violence: 0.97,
    'not safe': 0.5,
    'self-harm/intent': 1,
  });
  expect(checks).toEqual({ prompts: false, images: false });
  expect(faultOf({ SAFETY_THRESHOLDS: 'violence' })).toContain('category=score');
  expect(faultOf({ SAFETY_THRESHOLDS: 'violence=1.5' })).toContain('category=score');
});

test.each([
  [{ PROMPT_SAFETY: 'llm' }, 'LLM_BASE_URL: must be set'],
  [{ PROMPT_SAFETY: 'moderation' }, 'MODERATION_API_KEY: must be set'],
  [
    { SAFETY_MODEL: 'a/b', SAFETY_URL: 'https://x.example' },
    'SAFETY_URL: can’t be combined with SAFETY_MODEL',
  ],
  [{ SAFETY_URL: 'http://x.example', SAFETY_API_KEY: 'k' }, 'SAFETY_URL: must be https'],
])('rejects %j', (env, fault) => expect(faultOf(env)).toContain(fault));

test('allowed sexual content is never flagged, children always are, and the operator’s thresholds take precedence', () => {
  const adults = thresholdsOf({ SEXUAL_CONTENT: 'adults', SAFETY_THRESHOLDS: new Map([['nsfw', 0.5]]) });
  const flags = (scores: Record<string, number>) => ({
    prompt: flagOfPrompt(
      { scores: new Map(Object.entries(scores)), flagged: new Set(Object.keys(scores)) },
      adults,
    )?.category,
    picture: flagOfImage(new Map(Object.entries(scores)), adults)?.category,
  });
  expect(flags({ sexual: 1, porn: 1, nude: 1 })).toEqual({ prompt: undefined, picture: undefined });
  expect(flags({ sexual: 1, 'sexual/minors': 0.3 })).toEqual({
    prompt: 'sexual/minors',
    picture: 'sexual/minors',
  });
  expect(flags({ nsfw: 0.6 }).picture).toBe('nsfw');
  const off = thresholdsOf({ SEXUAL_CONTENT: 'off', SAFETY_THRESHOLDS: undefined });
  expect(flagOfPrompt({ scores: new Map([['sexual', 0.9]]), flagged: new Set() }, off)?.category).toBe(
    'sexual',
  );
});

test('image labels are known in every spelling, and members of every object aren’t labels', () => {
  const flagged = (label: string) => flagOfImage(new Map([[label, 0.15]]))?.threshold;
  expect(['sexual/minors', 'CSAM', 'sexual_minors', 'child porn'].map(flagged)).toEqual([0.1, 0.1, 0.1, 0.1]);
  expect(['constructor', '__proto__', 'children'].map(flagged)).toEqual([undefined, undefined, undefined]);
});

test('the README lists every threshold', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  for (const [category, { promptsFrom }] of Object.entries(CATEGORIES))
    expect(readme).toMatch(new RegExp(`^\\| ${category} \\| ${promptsFrom} \\|`, 'm'));
  for (const [label, { from }] of Object.entries(IMAGE_LABELS))
    expect(readme).toMatch(new RegExp(`\\| ${label} \\| ${from} \\|$`, 'm'));
});

test('a flagged image is reported under the matching reason', () => {
  const reasons = ['csam', 'nsfw', 'nude', 'gore', 'hate', 'unsafe', 'sexy_people', 'extreme violence', 'x'];
  expect(reasons.map(reportedAs)).toEqual(
    'child sexual sexual violent hateful other sexual violent other'.split(' '),
  );
});
