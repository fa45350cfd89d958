import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { Shareable } from '../browser/share-dream.ts';
import { useCopy } from './use-copy.ts';

/**
 * Shares a dream in one step: by the share sheet on phones, elsewhere by copying its link. `copied` is true for two
 * seconds after that.
 * @param report called with an error for the person
 */
export function useShare(report: (text: string) => void) {
  const { copied, copy } = useCopy();
  /** @returns true if the link was sent or copied */
  const share = async (dream: Shareable): Promise<boolean> => {
    try {
      // Loaded when needed, because few visits share anything.
      const { shareDream } = await import('../browser/share-dream.ts');
      const link = await shareDream(dream);
      if (!link || (await copy(link))) return true;
      // With the link selected, one key press copies it.
      prompt(m.dreams_share_by_hand(), link);
    } catch (error) {
      report(failureText(error, m.dreams_share_failed()));
    }
    return false;
  };
  return { copied, share };
}
