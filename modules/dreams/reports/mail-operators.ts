import { z } from 'zod';
import type { Auth } from '../../auth/auth.ts';
import { type DefinedJob, defineJob, retryDeferred } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { BASE_LOCALE, inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { PICTURE_CHECK } from '../contract/held.ts';
import { DECIDE_WITHIN_MS, REPORT_REASONS } from '../contract/report-reasons.ts';
import type { DreamsStore } from '../store.ts';

const REPORT_JOB = 'report-mail';

const reportPayload = z.object({
  reportId: z.string(),
  to: z.string(),
  /** missing in jobs of earlier versions */
  language: z.string().default(BASE_LOCALE),
  /** Half of the decision time is over; missing in jobs of earlier versions. */
  isReminder: z.boolean().default(false),
});

/**
 * Each admin gets at most one mail an hour about a dream, however many reports arrive; the dream's page counts the
 * rest.
 */
const QUIET_MS = 3600_000;

export interface ReportDeps {
  config: SiteConfig;
  clock: Clock;
  store: DreamsStore;
  mail: Pick<Mail, 'send'>;
  auth: Pick<Auth, 'listOperators'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** A job per admin, so that one rejected address doesn't repeat another admin's mail. */
export async function mailAdmins(deps: ReportDeps, reportId: string, dreamId: string): Promise<void> {
  const hour = Math.floor(deps.clock.now() / QUIET_MS);
  for (const { email: to, language } of await deps.auth.listOperators()) {
    const payload: z.infer<typeof reportPayload> = { reportId, to, language, isReminder: false };
    await deps.jobs.enqueue({ kind: REPORT_JOB, key: `${dreamId}:${hour}:${to}`, payload });
  }
}

/** As above, once half of the decision time is over. */
export async function remindAdmins(deps: ReportDeps, reportId: string): Promise<void> {
  for (const { email: to, language } of await deps.auth.listOperators()) {
    const payload: z.infer<typeof reportPayload> = { reportId, to, language, isReminder: true };
    await deps.jobs.enqueue({ kind: REPORT_JOB, key: `half:${reportId}:${to}`, payload });
  }
}

export function defineReportJob(deps: Pick<ReportDeps, 'config' | 'store' | 'mail' | 'clock'>): DefinedJob {
  return defineJob({
    kind: REPORT_JOB,
    payload: reportPayload,
    async run({ reportId, to, language, isReminder }, { job }) {
      const report = await deps.store.findReport(reportId);
      if (!report || report.seenAt !== null) return;
      await inLocale(language, () => deps.mail.send(mailOf(deps.config, report, to, isReminder))).catch(
        (error) => retryDeferred(error, job.createdAt, deps.clock.now()),
      );
    },
  });
}

type Report = NonNullable<Awaited<ReturnType<DreamsStore['findReport']>>>;

function mailOf({ APP_NAME, PUBLIC_URL }: SiteConfig, report: Report, to: string, isReminder: boolean) {
  const moment = momentText(report.createdAt + DECIDE_WITHIN_MS);
  return {
    kind: 'report' as const,
    to,
    subject: isReminder
      ? m.dreams_report_mail_subject_reminder({ moment })
      : report.reporter === PICTURE_CHECK
        ? m.dreams_report_mail_subject_flagged()
        : m.dreams_report_mail_subject({ reason: report.reason }),
    text: [
      ...wordsOf(report, APP_NAME),
      m.dreams_report_mail_deadline({ moment }),
      ...(report.isHeld ? [m.dreams_report_mail_held()] : []),
      `${m.dreams_report_mail_link()}\n${PUBLIC_URL}/admin?view=reports#${report.dreamId}`,
    ].join('\n\n'),
    comesAgain: true,
  };
}

function wordsOf(
  { reporter, reason, message }: Pick<Report, 'reporter' | 'reason' | 'message'>,
  app: string,
): string[] {
  if (reporter === PICTURE_CHECK)
    return [m.dreams_report_mail_flagged({ app }), ...(message ? [message] : [])];
  return [
    m.dreams_report_mail_reported({ app }),
    m.dreams_report_mail_reason({ text: REPORT_REASONS[reason].text(), reason }),
    ...(message ? [`${m.dreams_report_mail_message()}\n${message}`] : []),
  ];
}
