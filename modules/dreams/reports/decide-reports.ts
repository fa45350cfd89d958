import { inLocale } from '../../kit/texts/locale.ts';
import { offeredOr } from '../../kit/texts/offered.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { REPORT_REASONS, type ReportDecision } from '../contract/report-reasons.ts';
import type { DreamsStore } from '../store.ts';
import type { Evidence } from './evidence.ts';
import { decisionMail } from './report-mails.ts';

export interface DecideDeps {
  config: SiteConfig;
  store: Pick<DreamsStore, 'listOpen' | 'decideOpen'>;
  mail: Pick<Mail, 'queue'>;
  evidence: Pick<Evidence, 'collect'>;
}

/**
 * Decides a dream's open reports within the caller's transaction: mails each reporter who left an address, keeps the
 * evidence that the law requires, and removes the reporters' identities.
 * @returns the number of reports
 */
export async function decideReports(
  { config, store, mail, evidence }: DecideDeps,
  dreamId: string,
  decision: ReportDecision,
): Promise<number> {
  const open = await store.listOpen(dreamId);
  if (decision !== 'kept' && open.some(({ reason }) => REPORT_REASONS[reason].keepsEvidence))
    await evidence.collect(dreamId, decision === 'gone' ? null : decision, open);
  for (const { id, contact, locale } of open)
    if (contact)
      await inLocale(offeredOr(locale, config.LOCALE), () =>
        mail.queue({ ...decisionMail(config, { id, dreamId }, decision), to: contact }),
      );
  return store.decideOpen(dreamId, decision);
}
