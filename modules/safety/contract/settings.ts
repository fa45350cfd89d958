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
import { m } from '../../kit/texts/m.ts';
import { type Thresholds, WANTED_BY_ADULTS } from './categories.ts';

const SCORE = /^(?:0?\.\d+|[01](?:\.0+)?)$/;

const thresholds = text
  .transform((value) => value.split(',').map((one) => one.split('=').map((part) => part.trim())))
  .refine(
    (read) => read.every(([name, score = '', ...more]) => name && SCORE.test(score) && more.length === 0),
    { error: m.safety_setting_thresholds },
  )
  .transform((read) => new Map(read.map(([name = '', score]) => [name.toLowerCase(), Number(score)])));

/** Settings of the classifiers; the word rules need none. */
export const safetySettings = {
  SEXUAL_CONTENT: setting(z.enum(['off', 'adults']).default('off'), 'off', m.safety_doc_sexual_content),
  PROMPT_SAFETY: setting(
    z.enum(['off', 'llm', 'moderation']).default('off'),
    'off',
    m.safety_doc_prompt_safety,
  ),
  MODERATION_BASE_URL: setting(
    webUrl.default('https://api.openai.com/v1'),
    'https://api.openai.com/v1',
    m.safety_doc_moderation_base_url,
  ),
  MODERATION_API_KEY: secret(key.optional(), '–', m.safety_doc_moderation_api_key),
  MODERATION_MODEL: setting(
    text.optional(),
    m.safety_default_moderation_model,
    m.safety_doc_moderation_model,
  ),
  SAFETY_MODEL: setting(text.optional(), '–', m.safety_doc_safety_model),
  SAFETY_URL: setting(webUrl.optional(), '–', m.safety_doc_safety_url),
  SAFETY_API_KEY: secret(key.optional(), '–', m.safety_doc_safety_api_key),
  SAFETY_EVERY_SECONDS: setting(whole(1, 60).default(5), '5', m.safety_doc_safety_every_seconds),
  SAFETY_THRESHOLDS: setting(
    thresholds.optional(),
    m.safety_default_safety_thresholds,
    m.safety_doc_safety_thresholds,
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
  checks: { prompts: boolean; images: boolean };
}
export type SafetyConfig = SettingsOf<typeof safetySettings> & Checked;

/** Derived settings. */
export const safetyConfig = (read: SettingsOf<typeof safetySettings>): Checked => ({
  checks: {
    prompts: read.PROMPT_SAFETY !== 'off',
    images: read.SAFETY_MODEL !== undefined || read.SAFETY_URL !== undefined,
  },
});

export function checkSafetySettings(given: Given, fault: ReportFault): void {
  if (given.PROMPT_SAFETY === 'llm' && !given.LLM_BASE_URL) fault('LLM_BASE_URL', m.safety_setting_llm());
  if (given.PROMPT_SAFETY === 'moderation' && !given.MODERATION_BASE_URL && !given.MODERATION_API_KEY)
    fault('MODERATION_API_KEY', m.safety_setting_moderation());
  if (given.SAFETY_MODEL && given.SAFETY_URL) fault('SAFETY_URL', m.safety_setting_one_classifier());
  for (const name of ['MODERATION', 'SAFETY'] as const) {
    const urlName = name === 'SAFETY' ? 'SAFETY_URL' : 'MODERATION_BASE_URL';
    const url = given[urlName];
    if (given[`${name}_API_KEY`] && url?.startsWith('http://') && !isLoopback(url))
      fault(urlName, m.safety_setting_https({ key: `${name}_API_KEY` }));
  }
}
