import { z } from 'zod';
import type { Auth } from '../../auth/auth.ts';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import { retryDeferred } from '../../jobs/contract/retry-deferred.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import { momentText } from '../../kit/shared/dates.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import { PICTURE_CHECK } from '../contract/held.ts';
import { DECIDE_WITHIN_MS, REPORT_REASONS, type ReportReason } from '../contract/report-reasons.ts';
import type { DreamsStore } from '../store.ts';

const REPORT_JOB = 'report-mail';

const reportPayload = z.object({
  reportId: z.string(),
  to: z.string(),
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
  auth: Pick<Auth, 'listAdminEmails'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** A job per admin, so that one rejected address doesn't repeat another admin's mail. */
export async function mailAdmins(deps: ReportDeps, reportId: string, dreamId: string): Promise<void> {
  const hour = Math.floor(deps.clock.now() / QUIET_MS);
  for (const to of await deps.auth.listAdminEmails()) {
    await deps.jobs.enqueue({ kind: REPORT_JOB, key: `${dreamId}:${hour}:${to}`, payload: { reportId, to } });
  }
}

/** As above, once half of the decision time is over. */
export async function remindAdmins(deps: ReportDeps, reportId: string): Promise<void> {
  for (const to of await deps.auth.listAdminEmails()) {
    const payload: z.infer<typeof reportPayload> = { reportId, to, isReminder: true };
    await deps.jobs.enqueue({ kind: REPORT_JOB, key: `half:${reportId}:${to}`, payload });
  }
}

export function defineReportJob(deps: Pick<ReportDeps, 'config' | 'store' | 'mail' | 'clock'>): DefinedJob {
  return defineJob({
    kind: REPORT_JOB,
    payload: reportPayload,
    async run({ reportId, to, isReminder }, { job }) {
      const report = await deps.store.findReport(reportId);
      if (!report || report.seenAt !== null) return;
      const { APP_NAME, PUBLIC_URL } = deps.config;
      const mail = {
        kind: 'report' as const,
        to,
        subject: isReminder
          ? `A report must be decided by ${momentText(report.createdAt + DECIDE_WITHIN_MS)}`
          : report.reporter === PICTURE_CHECK
            ? 'A dream was flagged by the picture check'
            : `A shared dream was reported (${report.reason})`,
        text: [
          ...wordsOf(report, APP_NAME),
          `Please decide by ${momentText(report.createdAt + DECIDE_WITHIN_MS)}.`,
          ...(report.isHeld ? ['Its link is closed until you have looked at it.'] : []),
          `Have a look, and take it down if it has to go: ${PUBLIC_URL}/admin?view=reports#${report.dreamId}`,
        ].join('\n\n'),
        comesAgain: true,
      };
      await deps.mail.send(mail).catch((error) => retryDeferred(error, job.createdAt, deps.clock.now()));
    },
  });
}

function wordsOf(
  { reporter, reason, message }: { reporter: string | null; reason: ReportReason; message: string | null },
  appName: string,
): string[] {
  if (reporter === PICTURE_CHECK) return [`A dream on ${appName} was flagged. ${message ?? ''}`.trim()];
  return [
    `Somebody reported a dream that is shared on ${appName}.`,
    `Reason: ${REPORT_REASONS[reason].text} (${reason})`,
    ...(message ? [`They wrote:\n${message}`] : []),
  ];
}
