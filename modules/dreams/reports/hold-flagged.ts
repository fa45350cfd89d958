import type { DreamRepository } from '../repository.ts';
import { type Hold, PICTURE_CHECK } from '../shared/held.ts';
import type { ReportReason } from '../shared/report-reasons.ts';
import type { FileReport } from './file-report.ts';

interface HoldFlaggedDeps {
  repository: Pick<DreamRepository, 'hold'>;
  mailOwner(dreamId: string, hold: Hold): Promise<void>;
  fileReport: FileReport;
}

/** Finding of the picture check: its category, and the words for operators. */
export interface FlaggedAs {
  category: string;
  message: string;
}

/**
 * Closes the link of a dream whose pictures were flagged, and reports it as a person would, within the caller's
 * transaction: with the others it waits for an operator.
 * @param flagged null where they could not be looked at: it is closed, and nobody is mailed
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
