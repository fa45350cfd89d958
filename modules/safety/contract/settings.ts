import { z } from 'zod';
import {
  type Given,
  isLoopback,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
  webUrl,
  whole,
} from '../../kit/settings/setting.ts';
import { type Thresholds, WANTED_BY_ADULTS } from './categories.ts';

const SCORE = /^(?:0?\.\d+|[01](?:\.0+)?)$/;

const thresholds = text
  .transform((value) => value.split(',').map((one) => one.split('=').map((part) => part.trim())))
  .refine(
    (read) => read.every(([name, score = '', ...more]) => name && SCORE.test(score) && more.length === 0),
    'must be category=score, with scores between 0 and 1',
  )
  .transform((read) => new Map(read.map(([name = '', score]) => [name.toLowerCase(), Number(score)])));

/** Settings of the classifiers; the word rules need none. */
export const safetySettings = {
  SEXUAL_CONTENT: setting(
    z.enum(['off', 'adults']).default('off'),
    'off',
    '`adults` draws sexual content with grown people who aren’t real, and no classifier counts it: only where everyone who gets in is a verified adult and your law allows it. Children, and nudity of real people, stay refused ([safety](../modules/safety/README.md#duties-and-where-they-are-met))',
  ),
  PROMPT_SAFETY: setting(
    z.enum(['off', 'llm', 'moderation']).default('off'),
    'off',
    'classifies prompts beside the banned words: `llm` by the language model of LLM_BASE_URL, `moderation` by a server with OpenAI’s `/moderations`',
  ),
  MODERATION_BASE_URL: setting(
    webUrl.default('https://api.openai.com/v1'),
    'https://api.openai.com/v1',
    'the server of `PROMPT_SAFETY=moderation`',
  ),
  MODERATION_API_KEY: secret(key.optional(), '–', 'key for it, where it wants one'),
  MODERATION_MODEL: setting(
    text.optional(),
    'the server’s own',
    'the model to ask, as in `omni-moderation-latest`',
  ),
  SAFETY_MODEL: setting(
    text.optional(),
    '–',
    'classifies start images and live pictures here: an ONNX image classifier, as a folder or as `owner/name` on the hub of MODEL_BASE',
  ),
  SAFETY_URL: setting(
    webUrl.optional(),
    '–',
    'classifies them elsewhere: a server that takes a JPEG and answers categories with scores ([wire format](../modules/safety/README.md#an-endpoint))',
  ),
  SAFETY_API_KEY: secret(key.optional(), '–', 'key for it, where it wants one'),
  SAFETY_EVERY_SECONDS: setting(
    whole(1, 60).default(5),
    '5',
    'one picture of each live dream is classified so often',
  ),
  SAFETY_THRESHOLDS: setting(
    thresholds.optional(),
    '[sensible ones](../modules/safety/README.md#what-counts)',
    'categories that count and from which score, as in `violence=0.9,nsfw=0.7`; of pictures no other labels count than those of the defaults and these',
  ),
};

/** Thresholds that replace defaults: explicit ones take precedence over those implied by SEXUAL_CONTENT. */
export function thresholdsOf({
  SEXUAL_CONTENT,
  SAFETY_THRESHOLDS,
}: Pick<SafetyConfig, 'SEXUAL_CONTENT' | 'SAFETY_THRESHOLDS'>): Thresholds {
  const never = Number.POSITIVE_INFINITY;
  const wanted = SEXUAL_CONTENT === 'adults' ? WANTED_BY_ADULTS : [];
  return new Map([...wanted.map((name): [string, number] => [name, never]), ...(SAFETY_THRESHOLDS ?? [])]);
}

export interface Checked {
  /** kinds of content classified here, for the texts that mention it */
  checks: { prompts: boolean; pictures: boolean };
}
export type SafetyConfig = SettingsOf<typeof safetySettings> & Checked;

/** Derived settings. */
export const safetyConfig = (read: SettingsOf<typeof safetySettings>): Checked => ({
  checks: {
    prompts: read.PROMPT_SAFETY !== 'off',
    pictures: read.SAFETY_MODEL !== undefined || read.SAFETY_URL !== undefined,
  },
});

export function checkSafetySettings(given: Given, fault: ReportFault): void {
  if (given.PROMPT_SAFETY === 'llm' && !given.LLM_BASE_URL)
    fault('LLM_BASE_URL', 'must be set for PROMPT_SAFETY=llm');
  if (given.PROMPT_SAFETY === 'moderation' && !given.MODERATION_BASE_URL && !given.MODERATION_API_KEY)
    fault('MODERATION_API_KEY', 'must be set for PROMPT_SAFETY=moderation, or MODERATION_BASE_URL');
  if (given.SAFETY_MODEL && given.SAFETY_URL) fault('SAFETY_URL', 'must not be set beside SAFETY_MODEL');
  for (const name of ['MODERATION', 'SAFETY'] as const) {
    const urlName = name === 'SAFETY' ? 'SAFETY_URL' : 'MODERATION_BASE_URL';
    const url = given[urlName];
    if (given[`${name}_API_KEY`] && url?.startsWith('http://') && !isLoopback(url))
      fault(urlName, `must be https, since ${name}_API_KEY travels there`);
  }
}
