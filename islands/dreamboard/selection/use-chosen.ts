import { useCallback, useState } from 'react';
import { dreamCount } from '../tile/sharing-text.ts';
import type { Deletion, useActions } from '../use-actions.ts';
import type { Choice } from './choice.ts';
import type { Selected } from './use-selection.ts';

/** Actions on all selected dreams at once, and their outcome. @param leave ends the selection */
export function useChosen(
  actions: ReturnType<typeof useActions>['actions'],
  selected: Selected | null,
  choice: Choice,
  leave: () => void,
) {
  const [outcome, setOutcome] = useState('');
  const [sharing, setSharing] = useState(false);
  /** about this selection, and not about the next one */
  const [result, setResult] = useState<{ of: Selected | null; text: string } | null>(null);
  const [deleted, setDeleted] = useState<Deletion | null>(null);
  /** The next deletion may be there already. */
  const dropDeleted = useCallback(
    (which: Deletion) => setDeleted((current) => (current === which ? null : current)),
    [],
  );

  return {
    sharing,
    result: result && result.of === selected ? result.text : '',
    /** for those who hear the page */
    outcome,
    /** what was deleted last and can be taken back at once */
    deleted,
    dropDeleted,

    async bookmark() {
      const all = choice.bookmarked === choice.count;
      leave();
      const done = await actions.bookmarkMany(choice, !all);
      if (done !== null) setOutcome(`${done} ${all ? 'no longer bookmarked' : 'bookmarked'}`);
    },

    async share(shared: boolean) {
      setSharing(true);
      const text = await actions.share(choice, shared);
      setSharing(false);
      if (text !== null) setResult({ of: selected, text });
    },

    async hide() {
      const gone = await actions.hide(choice);
      if (!gone || gone.count === 0) return;
      leave();
      setDeleted(gone);
    },

    async undo() {
      if (!deleted) return;
      const count = await actions.restore(deleted);
      if (count === 0) return;
      dropDeleted(deleted);
      setOutcome(`${dreamCount(count)} ${count === 1 ? 'is' : 'are'} back`);
    },
  };
}
