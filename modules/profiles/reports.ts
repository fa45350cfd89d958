import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Auth } from '../auth/auth.ts';
import { DECIDE_WITHIN_MS, REPORT_REASONS, type ReportDecision } from '../dreams/contract/report-reasons.ts';
import type { ReportRequest } from '../dreams/contract/schemas.ts';
import { defineJob, retryDeferred } from '../jobs/contract/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kit/clock.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import { momentText } from '../kit/shared/dates.ts';
import { currentLocale, inLocale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { offeredOr } from '../kit/texts/offered.ts';
import type { Mail } from '../mail/mail.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import type { ProfileRow, ProfileStore } from './store.ts';

const REPORT_JOB = 'profile-report-mail';

const payload = z.object({
  reportId: z.string(),
  to: z.string(),
  language: z.string(),
  /** Half of the decision time is over. */
  isReminder: z.boolean(),
});

export interface ProfileReportDeps {
  config: SiteConfig;
  clock: Clock;
  store: ProfileStore;
  transact: Database['transact'];
  rateLimits: RateLimits;
  auth: Pick<Auth, 'listOperators'>;
  mail: Pick<Mail, 'queue' | 'send'>;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
}

/** First characters of a report's id: enough to find it, and short enough for a mail. */
const referenceOf = (reportId: string): string => reportId.slice(0, 8).toUpperCase();

/** Reports about public profiles. They work like those about dreams, but never close a profile by themselves. */
export function createProfileReports(deps: ProfileReportDeps) {
  const { config, clock, store, mail, jobs } = deps;
  const addressOf = ({ handle }: ProfileRow) => `${config.PUBLIC_URL}/@${handle}`;

  /** One job for each operator and mail, so that a rejected address doesn't repeat another one's. */
  async function enqueueMails(reportId: string): Promise<string[]> {
    const keys: string[] = [];
    for (const { email: to, language } of await deps.auth.listOperators()) {
      for (const isReminder of [false, true]) {
        const key = `${reportId}:${isReminder ? 'half' : 'new'}:${to}`;
        const given: z.infer<typeof payload> = { reportId, to, language, isReminder };
        const runAt = clock.now() + (isReminder ? DECIDE_WITHIN_MS / 2 : 0);
        await jobs.enqueue({ kind: REPORT_JOB, key, payload: given, runAt });
        if (!isReminder) keys.push(key);
      }
    }
    return keys;
  }

  return {
    job: defineJob({
      kind: REPORT_JOB,
      payload,
      async run({ reportId, to, language, isReminder }, { job }) {
        const found = await store.findReport(reportId);
        if (!found || found.report.seenAt !== null) return;
        const { report, profile } = found;
        const write = () => {
          const moment = momentText(report.createdAt + DECIDE_WITHIN_MS);
          return mail.send({
            kind: 'report',
            to,
            subject: isReminder
              ? m.dreams_report_mail_subject_reminder({ moment })
              : m.profiles_report_mail_subject({ reason: report.reason }),
            text: [
              m.profiles_report_mail({ app: config.APP_NAME, link: addressOf(profile) }),
              m.dreams_report_mail_reason({
                text: REPORT_REASONS[report.reason].text(),
                reason: report.reason,
              }),
              ...(report.message ? [`${m.dreams_report_mail_message()}\n${report.message}`] : []),
              m.dreams_report_mail_deadline({ moment }),
              `${m.dreams_report_mail_link()}\n${config.PUBLIC_URL}/admin?view=reports`,
            ].join('\n\n'),
            comesAgain: true,
          });
        };
        await inLocale(language, write).catch((error) => retryDeferred(error, job.createdAt, clock.now()));
      },
    }),

    /** @returns the report's number, for the reporter. @throws AppError 429 */
    async receive(profile: ProfileRow, given: ReportRequest, userId: string | null): Promise<string> {
      const { contact } = given;
      if (contact) await deps.rateLimits.take('reportReceipt', contact.toLowerCase());
      const { id, keys } = await deps.transact(async () => {
        const id = await store.addReport({
          ...given,
          profileId: profile.userId,
          userId,
          locale: currentLocale(),
        });
        const number = referenceOf(id);
        if (contact)
          await mail.queue({
            kind: 'report-receipt',
            to: contact,
            subject: m.dreams_receipt_mail_subject({ number }),
            text: [
              m.dreams_receipt_mail_thanks({ link: addressOf(profile), app: config.APP_NAME }),
              m.dreams_receipt_mail_next(),
              m.dreams_receipt_mail_number({ number }),
            ].join('\n\n'),
          });
        return { id, keys: await enqueueMails(id) };
      });
      for (const key of keys) await jobs.runNow(REPORT_JOB, key);
      return referenceOf(id);
    },

    /** Decides all open reports about a profile, within the caller's transaction. @returns the number of reports */
    async decide(profile: ProfileRow, decision: Extract<ReportDecision, 'closed' | 'kept'>): Promise<number> {
      const open = await store.listOpen(profile.userId);
      for (const { id, contact, locale } of open)
        if (contact)
          await inLocale(offeredOr(locale, config.LOCALE), () =>
            mail.queue({
              kind: 'report-decision',
              to: contact,
              subject: m.dreams_decision_mail_subject({ number: referenceOf(id) }),
              text: [
                m.dreams_decision_mail_about({ link: addressOf(profile), app: config.APP_NAME }),
                decision === 'closed' ? m.profiles_decision_closed() : m.dreams_decision_mail_kept(),
                m.dreams_decision_mail_person(),
                m.dreams_objection(),
              ].join('\n\n'),
            }),
          );
      await store.decide(profile.userId, decision);
      return open.length;
    },
  };
}
