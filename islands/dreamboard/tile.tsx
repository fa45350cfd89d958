import { type MouseEvent, memo, useRef, useState } from 'react';
import type { Session } from '../../modules/dreams/schemas.ts';
import { dateOf, nameOf } from '../../modules/dreams/shared/sort.ts';
import { BookmarkIcon, CheckIcon, DreamIcon, MoreIcon, PencilIcon } from '../icons.tsx';
import { LocalTime } from '../local-time.tsx';
import { useLongPress } from './use-long-press.ts';

const PREVIEW_AFTER_MS = 250;
/** From this width on, the right button selects; below, it brings up the menu. */
const DESKTOP = '(width >= 1024px)';

export interface TileActions {
  bookmark(id: string, bookmarked: boolean): void;
  rename(session: Session): void;
  toggleSelected(id: string): void;
  openMenu(session: Session, at: { x: number; y: number }): void;
}

interface TileProps {
  session: Session;
  /** its number among all dreams, once not all of them are in the page */
  place: number | undefined;
  /** how many there are; -1 while that is not known */
  setSize: number;
  /** among the first on the page: its picture is worth loading at once */
  eager: boolean;
  selecting: boolean;
  selected: boolean;
  /** being deleted or bookmarked: it can't be opened meanwhile */
  busy: boolean;
  actions: TileActions;
}

export const Tile = memo(function Tile(props: TileProps) {
  const { session, place, eager, selecting, selected, busy, actions } = props;
  const picture = useRef<HTMLDivElement>(null);
  const id = session.session_id;
  const name = nameOf(session) || 'untitled';
  const preview = usePreview(session.preview_url);
  const press = useLongPress(() => actions.toggleSelected(id));

  const open = (event: MouseEvent) => {
    if (press.takeHeld() || busy) return event.preventDefault();
    if (selecting) {
      event.preventDefault();
      return actions.toggleSelected(id);
    }
    // This picture, and no other, grows into the player of the next page.
    for (const other of document.querySelectorAll<HTMLElement>('.tile-picture')) {
      other.style.viewTransitionName = other === picture.current ? 'dream' : '';
    }
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    if (press.isTouching()) return;
    if (matchMedia(DESKTOP).matches) actions.toggleSelected(id);
    else actions.openMenu(session, { x: event.clientX, y: event.clientY });
  };

  return (
    <li
      className="tile"
      data-id={place && id}
      data-selected={selected || undefined}
      data-busy={busy || undefined}
      aria-posinset={place}
      aria-setsize={place && props.setSize}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is offered by the controls inside */}
      <div
        className="tile-body"
        onPointerEnter={preview.start}
        onPointerLeave={preview.stop}
        onContextMenu={onContextMenu}
        {...press.handlers}
      >
        <a
          className="tile-link"
          href={`/session?session_id=${encodeURIComponent(id)}`}
          draggable={false}
          onFocus={preview.start}
          onBlur={preview.stop}
          onClick={open}
        >
          <div ref={picture} className="tile-picture">
            <span className="tile-blank">
              <DreamIcon />
            </span>
            {session.thumbnail_url && (
              <img
                src={session.thumbnail_url}
                alt=""
                width={440}
                height={248}
                loading={eager ? 'eager' : 'lazy'}
                decoding="async"
                draggable={false}
              />
            )}
            {preview.url && <video src={preview.url} autoPlay muted loop playsInline tabIndex={-1} />}
            {session.is_bookmarked && !selecting && (
              <span className="tile-ribbon">
                <BookmarkIcon />
                <span className="visually-hidden">Bookmarked</span>
              </span>
            )}
          </div>
          <span className="tile-words">
            <span className={nameOf(session) ? 'tile-name' : 'tile-name tile-unnamed'} dir="auto">
              {name}
            </span>
            <span className="tile-date">
              <LocalTime value={dateOf(session)} />
            </span>
          </span>
        </a>
        {selecting && (
          <label className="tile-check">
            <input
              type="checkbox"
              checked={selected}
              disabled={busy}
              aria-label={`Select ${name}`}
              onChange={() => actions.toggleSelected(id)}
            />
            <CheckIcon />
          </label>
        )}
      </div>
      {!selecting && <TileControls session={session} name={name} busy={busy} actions={actions} />}
    </li>
  );
});

type ControlsProps = Pick<TileProps, 'session' | 'busy' | 'actions'> & { name: string };

function TileControls({ session, name, busy, actions }: ControlsProps) {
  const bookmarked = session.is_bookmarked;
  return (
    <div className="tile-controls">
      <button
        type="button"
        className="icon-button tile-bookmark"
        aria-pressed={bookmarked}
        aria-label={`Bookmark ${name}`}
        title={bookmarked ? 'Remove bookmark' : 'Bookmark'}
        disabled={busy}
        onClick={() => actions.bookmark(session.session_id, !bookmarked)}
      >
        <BookmarkIcon />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Rename ${name}`}
        title="Rename"
        onClick={() => actions.rename(session)}
      >
        <PencilIcon />
      </button>
      <button
        type="button"
        className="icon-button tile-more"
        aria-label={`More for ${name}`}
        title="More"
        aria-haspopup="true"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          actions.openMenu(session, { x: left, y: bottom });
        }}
      >
        <MoreIcon />
      </button>
    </div>
  );
}

/** A few silent seconds of the dream while a mouse or the focus rests on its tile. */
function usePreview(previewUrl: string | null) {
  const [url, setUrl] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    url,
    start: () => {
      clearTimeout(timer.current);
      const unwanted = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce), (pointer: coarse)';
      if (!previewUrl || matchMedia(unwanted).matches) return;
      timer.current = setTimeout(() => setUrl(previewUrl), PREVIEW_AFTER_MS);
    },
    stop: () => {
      clearTimeout(timer.current);
      setUrl(null);
    },
  };
}

/** Holds the place of the dream whose recording is being made. */
export function ProcessingTile() {
  return (
    <li className="tile" aria-live="polite">
      <div className="tile-picture tile-processing">
        <p>processing video</p>
        <progress className="progress" aria-label="processing video" />
      </div>
      <span className="tile-name tile-unnamed">compiling your dream</span>
      {/* All tiles are of one height. */}
      <span className="tile-date">&nbsp;</span>
    </li>
  );
}

export function SkeletonTile() {
  return (
    <div className="tile" aria-hidden="true">
      <div className="tile-picture skeleton" />
      <span className="tile-name">
        <span className="skeleton tile-skeleton-name" />
      </span>
      <span className="tile-date">
        <span className="skeleton tile-skeleton-date" />
      </span>
    </div>
  );
}
