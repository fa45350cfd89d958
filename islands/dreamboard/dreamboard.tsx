import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Session, SessionsAnswer } from '../../modules/dreams/schemas.ts';
import { type Sort, sortSessions } from '../../modules/dreams/shared/sort.ts';
import { Banner, useActionFailure } from '../banner.tsx';
import { readStored } from '../stored.ts';
import { BoardBar } from './board-bar.tsx';
import { ContextMenu } from './context-menu.tsx';
import { EmptyState } from './empty-state.tsx';
import { FeedbackPrompt } from './feedback-modal.tsx';
import { FILTER_KEY, type Filter, filterSessions, readFilter } from './filter.ts';
import { MoreDreams } from './more-dreams.tsx';
import { processingSession } from './processing.ts';
import { RenameModal } from './rename-modal.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { TileActions } from './tile.tsx';
import { SkeletonGrid, TileGrid } from './tile-grid.tsx';
import { UndoNotice } from './undo-notice.tsx';
import { useActions } from './use-actions.ts';
import { usePlace } from './use-place.ts';
import { useSelection } from './use-selection.ts';
import { useSessions } from './use-sessions.ts';
import { useSort } from './use-sort.ts';

const SEARCH_AFTER_MS = 250;

export interface DreamboardProps {
  /** the first page of dreams, or null when the server could not read it */
  initial: SessionsAnswer | null;
  sort: Sort;
  /** ms since the epoch at which the server rendered this */
  renderedAt: number;
}

export default function Dreamboard({ initial, sort: initialSort, renderedAt }: DreamboardProps) {
  const [sort, setSort] = useSort(initialSort);
  const [words, setWords] = useState('');
  const sought = useSettled(words.trim());
  const board = useSessions(initial, sort, sought, renderedAt);
  usePlace(board.list, board.sessions?.length ?? 0, board.loadMore);
  const now = useNow(renderedAt);
  const filter = useFilter();
  const [dismissed, setDismissed] = useState<unknown>(null);
  const failure = useActionFailure();
  const { actions, pending, deleting } = useActions({ ...board, tell: failure.tell });
  const { selected, toggle, start, leave } = useSelection();
  const [renaming, setRenaming] = useState<Session | null>(null);
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [menu, setMenu] = useState<{ session: Session; at: { x: number; y: number } } | null>(null);
  const [told, setTold] = useState('');
  const [deleted, setDeleted] = useState<Session[]>([]);
  const forgetDeleted = useCallback(() => setDeleted([]), []);

  const sessions = useMemo(() => {
    if (!board.sessions) return null;
    const shown = board.sessions.map((session) => {
      const bookmarked = pending.get(session.session_id);
      return bookmarked === undefined ? session : { ...session, is_bookmarked: bookmarked };
    });
    return sortSessions(filterSessions(shown, filter, now), sort);
  }, [board.sessions, pending, filter, sort, now]);
  const processing = sessions && processingSession(sessions, now);
  const tiles = useMemo(
    () => sessions?.filter((session) => session !== processing) ?? null,
    [sessions, processing],
  );
  const active = board.activeSession !== null;
  const empty = sessions?.length === 0 && sought === '' && words === '';

  const tileActions = useMemo<TileActions>(
    () => ({
      bookmark: (id, bookmarked) => void actions.bookmark(id, bookmarked),
      rename: setRenaming,
      toggleSelected: toggle,
      openMenu: (session, at) => setMenu({ session, at }),
    }),
    [actions, toggle],
  );

  const isBusy = useCallback((id: string) => deleting.has(id) || pending.has(id), [deleting, pending]);
  const chosen = (selected && tiles?.filter(({ session_id }) => selected.has(session_id))) ?? [];
  const allBookmarked = chosen.length > 0 && chosen.every(({ is_bookmarked }) => is_bookmarked);
  const bookmarkChosen = async () => {
    const wanted = chosen.filter(({ is_bookmarked }) => is_bookmarked === allBookmarked);
    leave();
    const done = await Promise.all(
      wanted.map(({ session_id }) => actions.bookmark(session_id, !allBookmarked)),
    );
    setTold(`${done.filter(Boolean).length} ${allBookmarked ? 'no longer bookmarked' : 'bookmarked'}`);
  };
  const deleteChosen = async () => {
    const gone = await actions.hide(chosen);
    if (gone.length === 0) return;
    leave();
    setDeleted(gone);
  };
  const undoDelete = async () => {
    const count = await actions.restore(deleted);
    if (count === 0) return;
    forgetDeleted();
    setTold(`${count} ${count === 1 ? 'dream is' : 'dreams are'} back`);
  };
  const rename = async (session: Session, name: string) => {
    const id = session.session_id;
    setDrafts((all) => ({ ...all, [id]: name }));
    if (!(await actions.rename(id, name))) return;
    setDrafts(({ [id]: _, ...others }) => others);
    setRenaming(null);
  };

  const fetchFailed = board.error && dismissed !== board.failure;
  const banner = failure.text ? (
    <Banner text={failure.text} onDismiss={failure.dismiss} />
  ) : fetchFailed ? (
    <Banner text={board.error ?? ''} onDismiss={() => setDismissed(board.failure)} />
  ) : null;

  return (
    <div className="board" data-selecting={selected !== null || undefined}>
      {!renaming && banner}
      {!banner && deleted.length > 0 && (
        <UndoNotice count={deleted.length} onUndo={undoDelete} onDismiss={forgetDeleted} />
      )}
      <BoardBar
        active={active}
        bare={empty || (sessions === null && !board.sorting)}
        sort={sort}
        onSort={setSort}
        words={words}
        onWords={setWords}
        onSelect={start}
        primary={!empty}
      />
      {tiles === null ? (
        <SkeletonGrid />
      ) : empty ? (
        <EmptyState active={active} />
      ) : (
        <TileGrid
          sessions={tiles}
          processing={processing !== null}
          more={board.loadMore !== null}
          loading={board.searching}
          selected={selected}
          isBusy={isBusy}
          actions={tileActions}
        />
      )}
      {sessions?.length === 0 && !empty && (
        <p className="board-nothing" role="status" dir="auto">
          {board.searching ? 'Searching...' : `No dream mentions “${sought}”.`}
        </p>
      )}
      {board.loadMore && <MoreDreams failed={board.moreFailed} onMore={board.loadMore} />}
      {selected && (
        <SelectionBar
          count={chosen.length}
          deleting={deleting.size > 0}
          bookmarked={allBookmarked}
          onBookmark={bookmarkChosen}
          onDelete={deleteChosen}
          onLeave={leave}
        />
      )}
      {renaming && (
        <RenameModal
          key={renaming.session_id}
          session={renaming}
          draft={drafts[renaming.session_id]}
          banner={banner}
          onRename={(name) => rename(renaming, name)}
          onClose={() => setRenaming(null)}
        />
      )}
      {menu && (
        <ContextMenu
          key={menu.session.session_id}
          session={menu.session}
          at={menu.at}
          onBookmark={() => void actions.bookmark(menu.session.session_id, !menu.session.is_bookmarked)}
          onSelect={() => toggle(menu.session.session_id)}
          onClose={() => setMenu(null)}
        />
      )}
      <FeedbackPrompt />
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </div>
  );
}

/** What was typed, once the typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The stored filter; there is no control for it in the page. */
function useFilter(): Filter {
  const [filter, setFilter] = useState<Filter>('all');
  useEffect(() => setFilter(readFilter(readStored(FILTER_KEY))), []);
  return filter;
}

/** The time of day in half-minute steps: enough to let a processing tile run out of its eight minutes. */
function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
