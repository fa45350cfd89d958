import type { SiteConfig } from '../../web/contract/settings.ts';
import { OBJECT } from '../contract/redress.ts';
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
export const receiptMail = (site: Site, report: Named) => ({
  kind: 'report-receipt' as const,
  subject: `We have your report ${referenceOf(report.id)}`,
  text: [
    `Thank you. Your report about ${linkOf(site, report)} has reached the people who run ${site.APP_NAME}.`,
    'A person looks at it within 48 hours, and we mail you what was decided.',
    `Its number is ${referenceOf(report.id)}. If it was not you who reported this, ignore this mail: nothing else will follow but the decision.`,
  ].join('\n\n'),
});

const DECIDED: Record<ReportDecision, string> = {
  closed: 'We have closed its link: only its owner can still watch it.',
  removed: 'We have removed it: nobody can watch it any more, and it will be deleted for good.',
  kept: 'We have found nothing in it that breaks the law or our terms, and have left it as it is.',
  gone: 'It was deleted before we decided: nobody can watch it any more.',
};

export const decisionMail = (site: Site, report: Named, decision: ReportDecision) => ({
  kind: 'report-decision' as const,
  subject: `Decided: your report ${referenceOf(report.id)}`,
  text: [
    `You reported ${linkOf(site, report)} on ${site.APP_NAME}.`,
    DECIDED[decision],
    'A person decided this, not a program.',
    ...(decision === 'gone' ? [] : [OBJECT]),
  ].join('\n\n'),
});
