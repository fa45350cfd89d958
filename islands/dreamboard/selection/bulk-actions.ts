import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import type {
  BookmarkManyAnswer,
  HideAnswer,
  ShareListAnswer,
  ShareManyAnswer,
} from '../../../modules/dreams/contract/selection-schemas.ts';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { restoreDreams } from '../../browser/restore-dreams.ts';
import { sharedListText, sharingText } from '../tile/sharing-text.ts';
import type { Marks } from '../use-actions.ts';
import { aboutSessions } from './about.ts';
import type { Choice } from './choice.ts';

/** Dreams that were deleted together and can be restored together. */
export interface Deletion {
  /** Number of dreams deleted; may be less than `requested`. */
  count: number;
  requested: number;
  /** The server's id for the deletion; without one, dreams are restored by their ids. */
  hiddenAt: string | undefined;
  /** The deleted dreams that the board had fetched. */
  sessions: Session[];
}

/** Actions on several dreams. */
export function bulkActions({ board: boardNow, isDeleting, setPending, setDeleting }: Marks) {
  /** Returns the number of dreams now in the requested state; null if the request failed. */
  async function bookmarkMany({ about, sessions, isList }: Choice, bookmarked: boolean) {
    const board = boardNow();
    const ids = idsOf(sessions);
    setPending((all) => new Map([...all, ...ids.map((id) => [id, bookmarked] as const)]));
    try {
      const { changed_count } = await api<BookmarkManyAnswer>('PATCH', '/api/bookmarks', {
        ...about,
        bookmarked,
      });
      await board.change(ids, { is_bookmarked: bookmarked });
      if (isList) await board.restart();
      return changed_count;
    } catch (error) {
      console.warn(`Failed to ${bookmarked ? 'add' : 'remove'} bookmarks`, error);
      board.report(m.dreams_bookmark_failed());
      return null;
    } finally {
      const meant = new Set(ids);
      setPending((all) => new Map([...all].filter(([id]) => !meant.has(id))));
    }
  }

  /** Returns the deletion; null if nothing was deleted. */
  async function hide({ about, sessions, count, isList }: Choice): Promise<Deletion | null> {
    const ids = idsOf(sessions);
    const board = boardNow();
    if (count === 0 || ids.some((id) => isDeleting(id))) return null;
    setDeleting(new Set(ids));
    try {
      const answer = await api<HideAnswer>('PATCH', '/api/sessions/hide', about);
      const all = answer.hidden_count >= count;
      // After a partial deletion, only the server knows which dreams are gone; if it doesn't say, the refetch below
      // shows it.
      const hidden = new Set(answer.hidden_ids ?? (all || isList ? ids : []));
      await board.change([...hidden], null);
      if (isList) await board.restart();
      else if (!all) await board.refresh();
      return {
        count: answer.hidden_count,
        requested: count,
        hiddenAt: answer.hidden_at,
        sessions: sessions.filter(({ session_id }) => hidden.has(session_id)),
      };
    } catch (error) {
      const unanswered = count === 1 ? m.dreams_delete_failed_one() : m.dreams_delete_failed_many();
      board.report(failureText(error, unanswered, m.dreams_delete_refused()));
      return null;
    } finally {
      setDeleting(new Set());
    }
  }

  /** Undoes a deletion; returns the number of restored dreams. */
  async function restore({ hiddenAt, sessions, count }: Deletion): Promise<number> {
    const board = boardNow();
    try {
      const back = await restoreDreams(
        hiddenAt === undefined ? { session_ids: idsOf(sessions) } : { hidden_at: hiddenAt },
      );
      if (back === sessions.length) await board.putBack(sessions);
      else await board.restart();
      if (back < count) board.report(m.dreams_undo_partly({ count: back, deleted: count }));
      return back;
    } catch (error) {
      board.report(failureText(error, m.dreams_restore_failed()));
      return 0;
    }
  }

  /** Opens or closes links; returns a text about the outcome, or null if the request failed. */
  async function share({ about, sessions, isList }: Choice, shared: boolean): Promise<string | null> {
    const board = boardNow();
    const call = <Answer>(meant: object) =>
      api<Answer>('PATCH', '/api/sessions/sharing', { ...meant, shared });
    try {
      if (isList) {
        const answer = await call<ShareListAnswer>(about);
        await board.restart();
        return sharedListText(answer);
      }
      const other = sessions.filter((session) => session.shared !== shared);
      const answer = await call<ShareManyAnswer>(aboutSessions(other));
      await board.change(answer.changed_ids, { shared });
      await board.change(answer.missing_ids, null);
      return sharingText(other, answer);
    } catch (error) {
      board.report(failureText(error, m.dreams_sharing_failed()));
      return null;
    }
  }

  return { bookmarkMany, hide, restore, share };
}

const idsOf = (sessions: readonly Session[]) => sessions.map(({ session_id }) => session_id);
