import { type Hold, PICTURE_CHECK } from '../contract/held.ts';
import type { ReportReason } from '../contract/report-reasons.ts';
import type { DreamRepository } from '../repository.ts';
import type { FileReport } from './file-report.ts';

interface HoldFlaggedDeps {
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
  fileReport: FileReport;
}

/** Finding of the frame check: its category, and a text for operators. */
export interface FlaggedAs {
  category: string;
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
    reason: reasonOf(flagged.category),
    message: flagged.message,
    userId: null,
    reporter: PICTURE_CHECK,
    contact: null,
  });
}

function reasonOf(category: string): ReportReason {
  if (/viol|gore|harm/.test(category)) return 'violent';
  if (/hate|harass/.test(category)) return 'hateful';
  return /sex|nsfw|porn|hentai|nud|explicit/.test(category) ? 'sexual' : 'other';
}
