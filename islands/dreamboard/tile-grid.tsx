import { memo } from 'react';
import type { Session } from '../../modules/dreams/schemas.ts';
import { ProcessingTile, SkeletonTile, Tile, type TileActions } from './tile.tsx';

const SKELETONS = ['1', '2', '3', '4', '5', '6'];
const EAGER_TILES = 4;
/** Whole rows, whether there are one, two, three or four columns. */
const PART = 12;

interface TileGridProps {
  /** null while nothing is known yet */
  sessions: Session[] | null;
  /** a recording is being made; its tile comes first */
  processing: boolean;
  loading: boolean;
  selected: ReadonlySet<string> | null;
  isBusy(id: string): boolean;
  actions: TileActions;
}

/**
 * The grid in parts of a few rows: what is off the window is neither laid out nor painted, and of thousands of dreams
 * only the parts that changed are looked at.
 */
export function TileGrid({ sessions, processing, loading, selected, isBusy, actions }: TileGridProps) {
  if (sessions === null) {
    return (
      <div className="tiles" aria-busy="true">
        {SKELETONS.map((key) => (
          <SkeletonTile key={key} />
        ))}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: its items stand in parts of the grid
    <div role="list" aria-label="Your dreams" aria-busy={loading}>
      {partsOf(sessions, processing ? 1 : 0).map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the grid
          key={index}
          sessions={part}
          first={index === 0}
          processing={index === 0 && processing}
          selecting={selected !== null}
          selected={selected}
          isBusy={isBusy}
          actions={actions}
        />
      ))}
    </div>
  );
}

interface PartProps extends Omit<TileGridProps, 'sessions' | 'loading'> {
  sessions: Session[];
  first: boolean;
  selecting: boolean;
}

const Part = memo(function Part({
  sessions,
  first,
  processing,
  selecting,
  selected,
  isBusy,
  actions,
}: PartProps) {
  return (
    <div className="tiles" role="none">
      {processing && <ProcessingTile />}
      {sessions.map((session, index) => (
        <Tile
          key={session.session_id}
          session={session}
          eager={first && index < EAGER_TILES}
          selecting={selecting}
          selected={selected?.has(session.session_id) ?? false}
          busy={isBusy(session.session_id)}
          actions={actions}
        />
      ))}
    </div>
  );
}, sameTiles);

function sameTiles(before: PartProps, after: PartProps): boolean {
  const { sessions: old, ...oldRest } = before;
  const { sessions, ...rest } = after;
  return (
    old.length === sessions.length &&
    old.every((session, index) => session === sessions[index]) &&
    Object.entries(rest).every(([name, value]) => oldRest[name as keyof typeof rest] === value)
  );
}

/** @param taken places of the first part that something else fills */
function partsOf(sessions: Session[], taken: number): Session[][] {
  const parts = [sessions.slice(0, PART - taken)];
  for (let at = PART - taken; at < sessions.length; at += PART) parts.push(sessions.slice(at, at + PART));
  return parts;
}
