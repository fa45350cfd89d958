import type { Database } from '../../../db/database.ts';
import type { RateLimits } from '../../../src/kit/http/rate-limit.ts';
import type { SiteConfig } from '../../../src/web/settings.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Mail } from '../../mail/mail.ts';
import type { ReportRequest } from '../schemas.ts';
import { ANNOUNCE_JOB, type FileReport } from './file-report.ts';
import { receiptMail, referenceOf } from './report-mails.ts';

export interface ReceiveDeps {
  config: SiteConfig;
  transact: Database['transact'];
  rateLimits: RateLimits;
  mail: Pick<Mail, 'queue'>;
  fileReport: FileReport;
  jobs: Pick<Jobs, 'runNow'>;
}

export type ReceivedReport = ReportRequest & { dreamId: string; userId: string | null; reporter: string };

/**
 * Stores a report with all that follows from it: the mails to operators, the receipt and, where the setting says so, the
 * hold.
 * @returns its number, for the reporter
 * @throws AppError 429 where an address gets too many receipts
 */
export async function receiveReport(
  { config, transact, rateLimits, mail, fileReport, jobs }: ReceiveDeps,
  report: ReceivedReport,
): Promise<string> {
  const { dreamId, contact } = report;
  if (contact) await rateLimits.take('reportReceipt', contact.toLowerCase());
  const id = await transact(async () => {
    const id = await fileReport(report);
    if (contact) await mail.queue({ ...receiptMail(config, { id, dreamId }), to: contact });
    return id;
  });
  await jobs.runNow(ANNOUNCE_JOB, id);
  return referenceOf(id);
}
