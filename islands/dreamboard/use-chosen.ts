import { useCallback, useState } from 'react';
import type { Session } from '../../modules/dreams/schemas.ts';
import { dreamCount } from './sharing-text.ts';
import type { useActions } from './use-actions.ts';

/** What is done with all selected dreams at once, and what came of it. @param leave ends the selection */
export function useChosen(
  actions: ReturnType<typeof useActions>['actions'],
  tiles: Session[] | null,
  selected: ReadonlySet<string> | null,
  leave: () => void,
) {
  const [told, setTold] = useState('');
  const [sharing, setSharing] = useState(false);
  /** told of this selection, and not of the next one */
  const [result, setResult] = useState<{ of: ReadonlySet<string> | null; text: string } | null>(null);
  const [deleted, setDeleted] = useState<Session[]>([]);
  const forgetDeleted = useCallback(() => setDeleted([]), []);

  const chosen = (selected && tiles?.filter(({ session_id }) => selected.has(session_id))) ?? [];

  return {
    chosen,
    complete: chosen.length > 0 && chosen.length === tiles?.length,
    sharing,
    result: result && result.of === selected ? result.text : '',
    /** for those who hear the page */
    told,
    /** what was deleted last and can be taken back at once */
    deleted,
    forgetDeleted,

    async bookmark() {
      const all = chosen.every(({ is_bookmarked }) => is_bookmarked);
      const wanted = chosen.filter(({ is_bookmarked }) => is_bookmarked === all);
      leave();
      const done = await Promise.all(wanted.map(({ session_id }) => actions.bookmark(session_id, !all)));
      setTold(`${done.filter(Boolean).length} ${all ? 'no longer bookmarked' : 'bookmarked'}`);
    },

    async share(shared: boolean) {
      setSharing(true);
      const wanted = chosen.filter((session) => session.shared !== shared);
      const text = await actions.share(wanted, shared);
      setSharing(false);
      if (text !== null) setResult({ of: selected, text });
    },

    async hide() {
      const gone = await actions.hide(chosen);
      if (gone.length === 0) return;
      leave();
      setDeleted(gone);
    },

    async undo() {
      const count = await actions.restore(deleted);
      if (count === 0) return;
      forgetDeleted();
      setTold(`${dreamCount(count)} ${count === 1 ? 'is' : 'are'} back`);
    },
  };
}
