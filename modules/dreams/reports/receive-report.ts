import type { Database } from '../../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { RateLimits } from '../../kit/http/rate-limit.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { ReportRequest } from '../contract/schemas.ts';
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
 * Saves a report and triggers its consequences: mails to operators, the receipt and, if configured, the hold.
 * @returns the report's number, for the reporter
 * @throws AppError 429 if the address has received too many receipts
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
