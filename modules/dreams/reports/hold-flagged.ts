import { type Hold, PICTURE_CHECK } from '../contract/held.ts';
import type { ReportReason } from '../contract/report-reasons.ts';
import type { DreamRepository } from '../repository.ts';
import type { FileReport } from './file-report.ts';

interface HoldFlaggedDeps {
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
  fileReport: FileReport;
}

/** Finding of the frame check, as a report with a text for operators. */
export interface FlaggedAs {
  reason: ReportReason;
  message: string;
}

/**
 * Closes the link of a dream with flagged frames and files a report, within the caller's transaction, so that it joins
 * the operators' queue.
 * @param flagged null if the frames couldn't be checked; the link is closed, but nobody is mailed
 */
export async function holdFlagged(
  { repository, fileReport, mailOwner }: HoldFlaggedDeps,
  dreamId: string,
  flagged: FlaggedAs | null,
): Promise<void> {
  const isNew = await repository.hold(dreamId, flagged ? 'flagged' : 'unchecked');
  if (!flagged || !isNew) return;
  await mailOwner(dreamId, 'flagged');
  await fileReport({
    dreamId,
    reason: flagged.reason,
    message: flagged.message,
    userId: null,
    reporter: PICTURE_CHECK,
    contact: null,
  });
}
