import type { DreamRepository } from '../repository.ts';
import type { ReportReason } from '../schemas.ts';
import { PICTURE_CHECK } from '../shared/held.ts';
import type { DreamsStore } from '../store.ts';

interface HoldFlaggedDeps {
  store: Pick<DreamsStore, 'addReport' | 'countReporters'>;
  repository: Pick<DreamRepository, 'hold'>;
  mailAdmins(reportId: string, dreamId: string): Promise<void>;
}

/** Finding of the picture check: its category, and the words for operators. */
export interface FlaggedAs {
  category: string;
  message: string;
}

/**
 * Closes the link of a dream whose pictures were flagged, and reports it as a person would: with the others it waits for an operator.
 * @param flagged null where they could not be looked at: it is closed, and nobody is mailed
 */
export async function holdFlagged(
  { store, repository, mailAdmins }: HoldFlaggedDeps,
  dreamId: string,
  flagged: FlaggedAs | null,
): Promise<void> {
  const isNew = await repository.hold(dreamId, flagged ? 'flagged' : 'unchecked');
  if (!flagged || !isNew) return;
  const id = await store.addReport({
    dreamId,
    reason: reasonOf(flagged.category),
    message: flagged.message,
    userId: null,
    reporter: PICTURE_CHECK,
  });
  await mailAdmins(id, dreamId);
}

function reasonOf(category: string): ReportReason {
  if (/viol|gore|harm/.test(category)) return 'violent';
  if (/hate|harass/.test(category)) return 'hateful';
  return /sex|nsfw|porn|hentai|nud|explicit/.test(category) ? 'sexual' : 'other';
}
