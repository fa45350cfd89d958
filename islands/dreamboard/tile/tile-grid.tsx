import { type FocusEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { isSelected, type Selected } from '../selection/use-selection.ts';
import { ProcessingTile, SkeletonTile } from './placeholder-tiles.tsx';
import { Tile } from './tile.tsx';
import type { TileActions } from './tile-actions.ts';
import { type Rows, useRows } from './use-rows.ts';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];
const EAGER_TILES = 4;

interface TileGridProps {
  sessions: Session[];
  /** The dream being compiled, shown as the first tile. */
  processing: Session | null;
  /** True if older dreams haven't been fetched yet. */
  more: boolean;
  loading: boolean;
  selected: Selected | null;
  isBusy(id: string): boolean;
  actions: TileActions;
}

/**
 * The grid of dreams. The server renders every dream it has read. After hydration only rows near the viewport are in
 * the DOM, with spacers for the rest.
 */
export function TileGrid(props: TileGridProps) {
  const { sessions, processing, more, loading, selected, isBusy, actions } = props;
  const grid = useRef<HTMLUListElement>(null);
  // Keeps the last focused tile in the DOM, so that neither scrolling nor a dialog loses the focus.
  const [focused, setFocused] = useState<string | null>(null);
  const taken = processing ? 1 : 0;
  const total = sessions.length + taken;
  const kept = useMemo(() => {
    const at = focused === null ? -1 : sessions.findIndex(({ session_id }) => session_id === focused);
    return at < 0 ? -1 : at + taken;
  }, [sessions, focused, taken]);
  const rows = useRows(grid, total, kept);

  const tileAt = (index: number) => {
    const session = sessions[index - taken];
    if (!session) return <ProcessingTile key="processing" progress={processing?.compile_progress} />;
    const id = session.session_id;
    return (
      <Tile
        key={id}
        session={session}
        place={rows ? index + 1 : undefined}
        setSize={more ? -1 : total}
        eager={index < EAGER_TILES}
        selecting={selected !== null}
        selected={isSelected(selected, id)}
        busy={isBusy(id)}
        actions={actions}
      />
    );
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const tile = event.target.closest<HTMLElement>('[data-id]');
    if (tile?.dataset.id) setFocused(tile.dataset.id);
  };
  return (
    <ul
      ref={grid}
      className="tiles"
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets
      role="list"
      aria-label={m.dreams_tile_list_label()}
      aria-busy={loading}
      onFocus={onFocus}
    >
      {rows ? windowOf(rows, total, tileAt) : Array.from({ length: total }, (_, index) => tileAt(index))}
    </ul>
  );
}

/** Tiles of the visible rows, with a spacer for each run of hidden ones. */
function windowOf(rows: Rows, total: number, tileAt: (index: number) => ReactNode): ReactNode[] {
  const { columns, count, shown, heightOf } = rows;
  const nodes: ReactNode[] = [];
  let next = 0;
  const skipTo = (row: number) => {
    if (row > next) nodes.push(<Space key={`to ${row}`} height={heightOf(row - next)} />);
  };
  for (const row of shown) {
    skipTo(row);
    for (let index = row * columns; index < Math.min((row + 1) * columns, total); index += 1) {
      nodes.push(tileAt(index));
    }
    next = row + 1;
  }
  skipTo(count);
  return nodes;
}

function Space({ height }: { height: number }) {
  return <li className="tiles-space" role="none" style={{ height }} />;
}

/** Placeholder until the first dreams have loaded. */
export function SkeletonGrid() {
  return (
    <div className="tiles" aria-busy="true">
      {SKELETONS.map((key) => (
        <SkeletonTile key={key} />
      ))}
    </div>
  );
}
