import { existsSync, readFileSync } from 'node:fs';
import type { AuthConfig } from '../auth/contract/settings.ts';
import { keptDaysOf, streamsOf } from '../billing/contract/plan-terms.ts';
import { type ShownPrices, soldPlans } from '../billing/contract/plans.ts';
import type { BillingConfig } from '../billing/contract/settings.ts';
import type { DreamsConfig } from '../dreams/contract/settings.ts';
import { fillSlots } from '../kit/fill-slots.ts';
import { formatUnit } from '../kit/texts/formats.ts';
import { BASE_LOCALE, currentLocale, type Locale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { joinSentences } from '../kit/texts/sentences.ts';
import type { Checked } from '../safety/contract/settings.ts';
import type { SiteConfig } from '../web/contract/settings.ts';

export interface HelpSection {
  id: number;
  title: string;
  text: string;
}

/** Settings whose values the document names. */
export type HelpFacts = SiteConfig &
  BillingConfig &
  DreamsConfig &
  Checked &
  Pick<AuthConfig, 'GUEST_SECONDS'>;

/** The help document in the reader's language, or else in English, filled in with this server's figures. */
export function readHelp(config: HelpFacts, prices: ShownPrices): HelpSection[] {
  const facts: Record<string, string> = {
    APP_NAME: config.APP_NAME,
    CONTACT: contactOf(config),
    STREAM_LENGTH: duration(config.STREAM_SECONDS),
    GUEST_LENGTH: duration(Math.min(config.GUEST_SECONDS, config.STREAM_SECONDS)),
    TRIAL_STREAMS:
      config.TRIAL_STREAMS === null
        ? m.help_streams_unlimited()
        : m.help_streams({ count: config.TRIAL_STREAMS }),
    PLANS: joinSentences(
      soldPlans().map((plan) => planText(plan, prices[plan.tier], streamsOf(plan, config))),
    ),
    PURGE_DAYS: formatUnit(config.HIDDEN_DAYS, 'day'),
    TRIAL_KEPT: keptFor(config.TRIAL_KEEP_DAYS),
    PLANS_KEPT: joinSentences(
      soldPlans().map((plan) =>
        m.help_plan_kept({ name: plan.name, time: keptFor(keptDaysOf(plan, config)) }),
      ),
    ),
  };
  const source = readFileSync(documentIn(currentLocale()) ?? documentIn(BASE_LOCALE) ?? '', 'utf8');
  const filled = fillSlots(source, facts);
  const { checks } = config;
  const left = [
    config.sellsPlans ? '[no plans] ' : '[plans] ',
    ...(config.GUEST_SECONDS > 0 ? [] : ['[guests] ']),
    ...(checks.prompts ? [] : ['[checked prompts] ']),
    ...(checks.images ? [] : ['[checked pictures] ']),
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

function documentIn(locale: Locale): URL | null {
  const file = new URL(`./messages/help.${locale}.md`, import.meta.url);
  return existsSync(file) ? file : null;
}

/** Contact for questions, for the end of a sentence. */
export const contactOf = ({ SUPPORT_EMAIL }: Pick<SiteConfig, 'SUPPORT_EMAIL'>): string =>
  SUPPORT_EMAIL ?? m.help_operator();

/** Marks a paragraph for servers that sell plans, that don't, that have guests, or that classify prompts or images. */
const MARK = /^\[(?:(?:no )?plans|guests|checked \w+)\] /gm;

const planText = ({ name }: { name: string }, price: string, count: number | null) =>
  count === null ? m.help_plan_unlimited({ name, price }) : m.help_plan_limited({ name, price, count });

const keptFor = (days: number | undefined) =>
  days === undefined ? m.help_kept_forever() : m.help_kept_for({ days: formatUnit(days, 'day') });
const duration = (seconds: number) =>
  seconds % 60 === 0 ? formatUnit(seconds / 60, 'minute') : formatUnit(seconds, 'second');
