import { readFileSync } from 'node:fs';
import { fillSlots } from '../../src/kit/fill-slots.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import { TIERS } from '../auth/shared/tiers.ts';
import type { BillingConfig } from '../billing/settings.ts';
import type { ShownPrices } from '../billing/shared/plans.ts';
import type { DreamsConfig } from '../dreams/settings.ts';
import type { Checked } from '../safety/settings.ts';

export interface HelpSection {
  id: number;
  title: string;
  text: string;
}

/** The help document, filled in with this server's figures. */
export function readHelp(
  config: SiteConfig & BillingConfig & DreamsConfig & Checked,
  prices: ShownPrices,
): HelpSection[] {
  const facts: Record<string, string> = {
    APP_NAME: config.APP_NAME,
    CONTACT: contactOf(config),
    STREAM_LENGTH: duration(config.STREAM_SECONDS),
    TRIAL_STREAMS:
      config.TRIAL_STREAMS === null ? 'unlimited streams' : counted(config.TRIAL_STREAMS, 'stream'),
    BASIC_STREAMS: counted(config.BASIC_STREAMS, 'stream'),
    ...Object.fromEntries(TIERS.map((tier) => [`${tier.toUpperCase()}_PRICE`, prices[tier]])),
    PURGE_DAYS: counted(config.HIDDEN_DAYS, 'day'),
    TRIAL_KEPT: keptFor(config.TRIAL_KEEP_DAYS),
    BASIC_KEPT: keptFor(config.BASIC_KEEP_DAYS),
  };
  const source = readFileSync(new URL('./help.md', import.meta.url), 'utf8');
  const filled = fillSlots(source, facts);
  const { checks } = config;
  const left = [
    config.sellsPlans ? '[no plans] ' : '[plans] ',
    ...(checks.prompts ? [] : ['[checked prompts] ']),
    ...(checks.pictures ? [] : ['[checked pictures] ']),
  ];
  return filled
    .split(/^## /m)
    .slice(1)
    .map((section, id) => {
      const [title = '', ...lines] = section.split('\n');
      const kept = lines.filter((line) => !left.some((mark) => line.startsWith(mark)));
      return { id, title: title.trim(), text: kept.join('\n').replaceAll(MARK, '').trim() };
    });
}

/** Contact for questions, for the end of a sentence. */
export const contactOf = ({ SUPPORT_EMAIL }: Pick<SiteConfig, 'SUPPORT_EMAIL'>): string =>
  SUPPORT_EMAIL ?? 'the operator of this site';

/** Marks a paragraph for servers that sell plans, that don't, or that classify prompts or images. */
const MARK = /^\[(?:(?:no )?plans|checked \w+)\] /gm;

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
const keptFor = (days: number | undefined) =>
  days === undefined ? 'for as long as you like' : `for ${counted(days, 'day')}`;
const duration = (seconds: number) =>
  seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
