import { useMemo, useRef, useState } from 'react';
import type { HideAnswer, Session, ShareManyAnswer } from '../../modules/dreams/schemas.ts';
import { api, failureText } from '../api.ts';
import { restoreDreams } from '../restore-dreams.ts';
import { sharingText } from './sharing-text.ts';

interface Board {
  change: (ids: readonly string[], to: Partial<Session> | null) => Promise<void>;
  putBack: (sessions: Session[]) => Promise<void>;
  refresh: () => Promise<unknown>;
  tell: (text: string) => void;
}

/** What the person may do with dreams: shown at once where that is safe, reverted when the server says no. */
export function useActions(board: Board) {
  /** bookmarks as clicked, until the server has answered */
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
        latest.current.board.tell('Failed to toggle bookmark. Please try again.');
        return false;
      } finally {
        settle(id);
      }
    }

    /** Answers which are gone. */
    async function hide(sessions: Session[]): Promise<Session[]> {
      const ids = sessions.map(({ session_id }) => session_id);
      const { board } = latest.current;
      if (ids.length === 0 || ids.some((id) => latest.current.deleting.has(id))) return [];
      setDeleting(new Set(ids));
      try {
        const answer = await api<HideAnswer>('PATCH', '/api/sessions/hide', { session_ids: ids });
        const all = answer.hidden_count >= ids.length;
        // Of a part only the server knows which; without its word the next reading of the list tells.
        const hidden = answer.hidden_ids ?? (all ? ids : []);
        await board.change(hidden, null);
        if (!all) await board.refresh();
        return sessions.filter(({ session_id }) => hidden.includes(session_id));
      } catch (error) {
        const unanswered =
          ids.length === 1
            ? 'Failed to delete item. Please try again.'
            : 'Failed to delete items. Please try again.';
        board.tell(failureText(error, unanswered, 'Failed to hide session(s)'));
        return [];
      } finally {
        setDeleting(new Set());
      }
    }

    /** Brings back what was hidden; answers how many are. */
    async function restore(sessions: Session[]): Promise<number> {
      const { board } = latest.current;
      try {
        const { restored_ids } = await restoreDreams(sessions.map(({ session_id }) => session_id));
        await board.putBack(sessions.filter(({ session_id }) => restored_ids.includes(session_id)));
        return restored_ids.length;
      } catch (error) {
        board.tell(failureText(error, 'Failed to restore. Please try again.'));
        return 0;
      }
    }

    /** Opens or closes their links; answers what came of it in words, or null where nobody knows. */
    async function share(sessions: Session[], shared: boolean): Promise<string | null> {
      const { board } = latest.current;
      const session_ids = sessions.map(({ session_id }) => session_id);
      try {
        const answer = await api<ShareManyAnswer>('PATCH', '/api/sessions/sharing', { session_ids, shared });
        await board.change(answer.changed_ids, { shared });
        await board.change(answer.missing_ids, null);
        return sharingText(sessions, answer);
      } catch (error) {
        board.tell(failureText(error, 'Failed to change sharing. Please try again.'));
        return null;
      }
    }

    /** Answers whether it is done. */
    async function rename(id: string, name: string): Promise<boolean> {
      const { board } = latest.current;
      try {
        const address = `/api/media-rename/${encodeURIComponent(id)}`;
        const { dream_name } = await api<{ dream_name: string }>('PATCH', address, { dream_name: name });
        await board.change([id], { dream_name });
        return true;
      } catch (error) {
        board.tell(failureText(error, 'Failed to update name'));
        return false;
      }
    }
    return { bookmark, hide, restore, share, rename };
  }, []);

  return { actions, pending, deleting };
}
