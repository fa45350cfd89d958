import { useCallback, useMemo, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Marks } from '../use-actions.ts';
import { bulkActions, type Deletion } from './bulk-actions.ts';
import type { Choice } from './choice.ts';
import type { Selected } from './use-selection.ts';

/** Bulk actions on the selected dreams. @param leave ends selection mode */
export function useChosen(marks: Marks, selected: Selected | null, choice: Choice, leave: () => void) {
  const actions = useMemo(() => bulkActions(marks), [marks]);
  const [outcome, setOutcome] = useState('');
  const [sharing, setSharing] = useState(false);
  /** Result for one selection; hidden once the selection changes. */
  const [result, setResult] = useState<{ selection: Selected | null; text: string } | null>(null);
  const [deleted, setDeleted] = useState<Deletion | null>(null);
  /** Keeps a newer deletion that may have replaced this one. */
  const dropDeleted = useCallback(
    (which: Deletion) => setDeleted((current) => (current === which ? null : current)),
    [],
  );

  return {
    sharing,
    result: result && result.selection === selected ? result.text : '',
    /** For screen readers. */
    outcome,
    /** Last deletion, which can still be undone. */
    deleted,
    dropDeleted,

    async bookmark() {
      const all = choice.bookmarked === choice.count;
      leave();
      const done = await actions.bookmarkMany(choice, !all);
      if (done !== null)
        setOutcome(
          all
            ? m.dreams_selection_unbookmarked({ count: done })
            : m.dreams_selection_bookmarked({ count: done }),
        );
    },

    async share(shared: boolean) {
      setSharing(true);
      const text = await actions.share(choice, shared);
      setSharing(false);
      if (text !== null) setResult({ selection: selected, text });
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
      setOutcome(m.dreams_selection_restored({ count }));
    },
  };
}
