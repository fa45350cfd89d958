import { m } from '../../kit/texts/m.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { ReportDecision } from '../contract/report-reasons.ts';

/** First characters of a report's id: enough to find it, and short enough for a mail. */
export const referenceOf = (reportId: string): string => reportId.slice(0, 8).toUpperCase();

type Site = Pick<SiteConfig, 'APP_NAME' | 'PUBLIC_URL'>;
interface Named {
  id: string;
  dreamId: string;
}

const linkOf = ({ PUBLIC_URL }: Site, { dreamId }: Named) => `${PUBLIC_URL}/api/d/${dreamId}`;

/**
 * Confirms a report. Includes no text from the reporter or the owner, because anyone can enter someone else's address.
 */
export function receiptMail(site: Site, report: Named) {
  const number = referenceOf(report.id);
  return {
    kind: 'report-receipt' as const,
    subject: m.dreams_receipt_mail_subject({ number }),
    text: [
      m.dreams_receipt_mail_thanks({ link: linkOf(site, report), app: site.APP_NAME }),
      m.dreams_receipt_mail_next(),
      m.dreams_receipt_mail_number({ number }),
    ].join('\n\n'),
  } as const;
}

const DECIDED: Record<ReportDecision, () => string> = {
  closed: m.dreams_decision_mail_closed,
  removed: m.dreams_decision_mail_removed,
  kept: m.dreams_decision_mail_kept,
  gone: m.dreams_decision_mail_gone,
};

export const decisionMail = (site: Site, report: Named, decision: ReportDecision) =>
  ({
    kind: 'report-decision',
    subject: m.dreams_decision_mail_subject({ number: referenceOf(report.id) }),
    text: [
      m.dreams_decision_mail_about({ link: linkOf(site, report), app: site.APP_NAME }),
      DECIDED[decision](),
      m.dreams_decision_mail_person(),
      ...(decision === 'gone' ? [] : [m.dreams_objection()]),
    ].join('\n\n'),
  }) as const;
