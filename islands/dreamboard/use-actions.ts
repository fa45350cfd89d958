import { type Dispatch, type SetStateAction, useMemo, useRef, useState } from 'react';
import type { Session } from '../../modules/dreams/contract/schemas.ts';
import { api, failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

interface Board {
  change: (ids: readonly string[], to: Partial<Session> | null) => Promise<void>;
  putBack: (sessions: Session[]) => Promise<void>;
  /** Fetches the list again from the start. */
  restart: () => Promise<void>;
  refresh: () => Promise<unknown>;
  report: (text: string) => void;
}

/** For actions on several dreams, which are loaded later. */
export interface Marks {
  board: () => Board;
  isDeleting: (id: string) => boolean;
  setPending: Dispatch<SetStateAction<ReadonlyMap<string, boolean>>>;
  setDeleting: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

/** Actions on dreams. Optimistic where that is safe, and reverted if the server rejects them. */
export function useActions(board: Board) {
  /** Bookmark states that the server hasn't confirmed, by dream id. */
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef({ board, deleting, pending });
  latest.current = { board, deleting, pending };

  const actions = useMemo(() => {
    const settle = (id: string) => setPending((all) => new Map([...all].filter(([other]) => other !== id)));

    async function bookmark(id: string, bookmarked: boolean): Promise<boolean> {
      if (latest.current.pending.has(id)) return true;
      setPending((all) => new Map(all).set(id, bookmarked));
      try {
        await api(bookmarked ? 'POST' : 'DELETE', '/api/bookmarks', { session_id: id });
        await latest.current.board.change([id], { is_bookmarked: bookmarked });
        return true;
      } catch (error) {
        console.warn(`Failed to ${bookmarked ? 'add' : 'remove'} bookmark`, error);
        latest.current.board.report(m.dreams_bookmark_failed());
        return false;
      } finally {
        settle(id);
      }
    }

    /** Returns true on success. */
    async function rename(id: string, name: string): Promise<boolean> {
      const { board } = latest.current;
      try {
        const address = `/api/media-rename/${encodeURIComponent(id)}`;
        const { dream_name } = await api<{ dream_name: string }>('PATCH', address, { dream_name: name });
        await board.change([id], { dream_name });
        return true;
      } catch (error) {
        board.report(failureText(error, m.dreams_rename_failed()));
        return false;
      }
    }
    const opened = (id: string) => void latest.current.board.change([id], { shared: true });
    return { bookmark, opened, rename };
  }, []);

  const marks = useMemo<Marks>(
    () => ({
      board: () => latest.current.board,
      isDeleting: (id) => latest.current.deleting.has(id),
      setPending,
      setDeleting,
    }),
    [],
  );
  return { actions, pending, deleting, marks };
}
