import { useCallback, useMemo, useState } from 'react';
import { failureText } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { Banner, useActionFailure } from '../ui/banner.tsx';
import { useLater } from '../ui/use-later.ts';
import { BoardBar } from './board-bar.tsx';
import { EmptyState } from './empty-state.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { MonthRail, MonthSelect } from './month-rail.tsx';
import { MoreDreams } from './more-dreams.tsx';
import { NothingFound } from './nothing-found.tsx';
import { choiceOf, countList, listKey } from './selection/choice.ts';
import { useSelection } from './selection/use-selection.ts';
import type { TileActions } from './tile/tile-actions.ts';
import { SkeletonGrid, TileGrid } from './tile/tile-grid.tsx';
import { useTileDialogs } from './tile/use-tile-dialogs.tsx';
import { useActions } from './use-actions.ts';
import { type DreamboardProps, useBoard, useFilters, useTiles } from './use-board.ts';

const loadFoot = () => import('./selection/board-foot.tsx');

export default function Dreamboard(first: DreamboardProps) {
  const board = useBoard(first);
  const { words, sought, months, narrowing, setNarrowing } = board;
  const filters = useFilters(board);
  const failure = useActionFailure();
  const { report } = failure;
  const { actions, pending, deleting, marks } = useActions({ ...board, report: failure.report });
  const { tiles, processing, none } = useTiles(board, pending, filters.filter, first.renderedAt);
  const shownIds = useMemo(() => tiles?.map(({ session_id }) => session_id) ?? [], [tiles]);
  const list = { words: sought, narrowing, filter: filters.filter };
  const selection = useSelection({
    ids: shownIds,
    complete: board.complete,
    list: listKey(list),
    except: processing ? [processing.session_id] : [],
    count: () =>
      countList(list).catch((error) => {
        failure.report(failureText(error, m.dreams_board_count_failed()));
        return null;
      }),
  });
  const { selected, toggle, extendTo } = selection;
  const choice = choiceOf(selected, tiles ?? [], board.sessions ?? [], list);
  const dialogs = useTileDialogs(actions, toggle, (collections) => {
    board.setCollections(collections);
    if (narrowing.collection !== undefined) void board.restart();
  });
  const { startRename, openMenu } = dialogs;
  const BoardFoot = useLater(selected !== null, loadFoot, true);
  const [shownAt] = useState(() => performance.now());
  const [dismissed, setDismissed] = useState<unknown>(null);

  const active = board.activeSession !== null;
  const asked = sought !== '' || words !== '' || filters.labels.length > 0;
  const empty = none && !asked && !board.awaited;
  const hasMonths = months.length > 1 || narrowing.month !== undefined;
  const onMonth = (month: string | undefined) => {
    setNarrowing({ ...narrowing, month });
    scrollTo({ top: 0, behavior: 'instant' });
  };

  const tileActions = useMemo<TileActions>(
    () => ({
      bookmark: (id, bookmarked) => void actions.bookmark(id, bookmarked),
      rename: startRename,
      opened: actions.opened,
      report,
      keepName: (id, name) => void actions.rename(id, name),
      toggleSelected: toggle,
      selectTo: extendTo,
      openMenu: (session, at) => openMenu({ session, at }),
    }),
    [actions, report, toggle, extendTo, startRename, openMenu],
  );
  const isBusy = useCallback((id: string) => deleting.has(id) || pending.has(id), [deleting, pending]);

  const fetchFailed = board.error && dismissed !== board.failure;
  const banner = failure.text ? (
    <Banner text={failure.text} onDismiss={failure.dismiss} />
  ) : fetchFailed ? (
    <Banner text={board.error ?? ''} onDismiss={() => setDismissed(board.failure)} />
  ) : null;

  return (
    <div className="board" data-selecting={selected !== null || undefined}>
      {!dialogs.renaming && banner}
      <BoardBar
        active={active}
        bare={empty || (tiles === null && !board.sorting && !asked)}
        sort={board.sort}
        onSort={board.setSort}
        words={words}
        onWords={board.setWords}
        narrowing={narrowing}
        onSelect={selection.none}
        primary={!empty}
        months={hasMonths && <MonthSelect months={months} month={narrowing.month} onMonth={onMonth} />}
        filter={
          <FilterMenu
            narrowing={narrowing}
            filter={filters.filter}
            count={filters.labels.length}
            collections={board.collections}
            onNarrow={setNarrowing}
            onClear={filters.clear}
          />
        }
      />
      {/* Comes before the dreams, or keyboard users would need hundreds of Tab presses to reach it. */}
      <div className="board-foot">
        {BoardFoot && (
          <BoardFoot
            {...{ shownAt, selection, choice, marks }}
            isComplete={choice.sessions.length === shownIds.length && (choice.isList || board.complete)}
            isDeleting={deleting.size > 0}
            onCollect={dialogs.collect}
          />
        )}
      </div>
      <div className="board-shelf" data-months={hasMonths || undefined}>
        {hasMonths && !empty && (
          <MonthRail
            months={months}
            month={narrowing.month}
            onMonth={onMonth}
            words={sought}
            narrowing={narrowing}
          />
        )}
        <div className="board-dreams">
          {tiles === null ? (
            <SkeletonGrid />
          ) : empty ? (
            <EmptyState active={active} />
          ) : (
            <TileGrid
              sessions={tiles}
              processing={processing}
              more={board.loadMore !== null}
              loading={board.awaited === 'searching'}
              selected={selected}
              isBusy={isBusy}
              actions={tileActions}
            />
          )}
          {none && !empty && (
            <NothingFound
              awaited={board.awaited}
              words={sought}
              filters={filters.labels}
              onClearWords={() => board.setWords('')}
              onClearFilters={filters.clear}
              onAgain={() => void board.refresh()}
            />
          )}
          {board.loadMore && <MoreDreams failed={board.moreFailed} onMore={board.loadMore} />}
        </div>
      </div>
      {dialogs.show(banner)}
    </div>
  );
}
