import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import type { Session } from '../../../modules/dreams/schemas.ts';
import { isWatchable } from '../../../modules/dreams/shared/fits.ts';
import { dateOf, nameOf } from '../../../modules/dreams/shared/sort.ts';
import { clockText } from '../../ui/clock-text.ts';
import { BookmarkIcon, CheckIcon, DreamIcon, LinkIcon, MoreIcon, PencilIcon } from '../../ui/icons.tsx';
import { LocalTime } from '../../ui/local-time.tsx';
import { useLongPress } from './use-long-press.ts';

const PREVIEW_AFTER_MS = 250;
/** From this width on, the right button selects; below, it brings up the menu. */
const DESKTOP = '(width >= 1024px)';

export interface TileActions {
  bookmark(id: string, bookmarked: boolean): void;
  rename(session: Session): void;
  /** names it what was proposed */
  keepName(id: string, name: string): void;
  toggleSelected(id: string): void;
  /** selects all from the last selected one to this one */
  selectTo(id: string): void;
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
  const given = nameOf(session);
  const name = given || 'untitled';
  const proposed = (!given && session.proposed_name) || null;
  const preview = usePreview(session.preview_url);
  const press = useLongPress(() => actions.toggleSelected(id));

  const open = (event: MouseEvent) => {
    if (press.takeHeld() || busy) return event.preventDefault();
    if (event.shiftKey) {
      event.preventDefault();
      return actions.selectTo(id);
    }
    if (selecting) {
      event.preventDefault();
      return actions.toggleSelected(id);
    }
    // This picture, and no other, grows into the player of the next page.
    for (const other of document.querySelectorAll<HTMLElement>('.tile-picture')) {
      other.style.viewTransitionName = other === picture.current ? 'dream' : '';
    }
  };
  /** Shift with Space or Enter does what a click with Shift does, on the picture and on the check mark. */
  const onShiftKey = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (event.type === 'keydown' && !busy) actions.selectTo(id);
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
      data-proposed={proposed !== null || undefined}
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
        onKeyDown={onShiftKey}
        onKeyUp={onShiftKey}
        {...press.handlers}
      >
        <a
          className="tile-link"
          href={`/session?session_id=${encodeURIComponent(id)}`}
          draggable={false}
          // While dreams are chosen, the check mark is enough of a stop.
          tabIndex={selecting ? -1 : undefined}
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
            <span className="tile-title">
              <span className={given ? 'tile-name' : 'tile-name tile-unnamed'} dir="auto">
                {name}
              </span>
              {proposed && (
                <span className="tile-proposal" dir="auto">
                  <span className="visually-hidden">perhaps </span>
                  {proposed}
                </span>
              )}
            </span>
            <span className="tile-date">
              <LocalTime value={dateOf(session)} />
            </span>
          </span>
          <TileBadges session={session} />
        </a>
        {selecting && (
          <label className="tile-check">
            <input
              type="checkbox"
              checked={selected}
              disabled={busy}
              aria-label={`Select ${name}`}
              onChange={({ nativeEvent }) => {
                const ranged = nativeEvent instanceof PointerEvent && nativeEvent.shiftKey;
                actions[ranged ? 'selectTo' : 'toggleSelected'](id);
              }}
            />
            <CheckIcon />
          </label>
        )}
      </div>
      {!selecting && <TileControls {...{ session, name, proposed, busy, actions }} />}
    </li>
  );
});

/** On the picture, though read after the name: whether others may watch, and how long it is. */
function TileBadges({ session }: { session: Session }) {
  const { duration_seconds: seconds } = session;
  const shared = isWatchable(session);
  if (seconds === null && !shared) return null;
  return (
    <span className="tile-badges">
      {shared && (
        <span className="tile-badge" title="Shared: anybody with the link can watch">
          <LinkIcon />
          <span className="visually-hidden">Shared</span>
        </span>
      )}
      {seconds !== null && (
        <span className="tile-badge numbers">
          <span className="visually-hidden">Length </span>
          {clockText(seconds)}
        </span>
      )}
    </span>
  );
}

type ControlsProps = Pick<TileProps, 'session' | 'busy' | 'actions'> & {
  name: string;
  /** name for a dream without one, where anything was said in it */
  proposed: string | null;
};

function TileControls({ session, name, proposed, busy, actions }: ControlsProps) {
  const bookmarked = session.is_bookmarked;
  const pencil = useRef<HTMLButtonElement>(null);
  return (
    <div className="tile-controls">
      {proposed !== null && (
        <button
          type="button"
          className="text-button tile-keep"
          aria-label={`Keep the name ${proposed}`}
          title={`Name it “${proposed}”`}
          onClick={() => {
            // This button goes, and leaves the focus to the one that changes the name again.
            pencil.current?.focus();
            actions.keepName(session.session_id, proposed);
          }}
        >
          Keep
        </button>
      )}
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
        ref={pencil}
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

/** Holds the place of the dream whose recording is being made. @param progress 0–1, where it is known */
export function ProcessingTile({ progress }: { progress: number | undefined }) {
  return (
    <li className="tile" aria-live="polite">
      <div className="tile-picture tile-processing">
        <p>processing video</p>
        <progress className="progress" aria-label="processing video" value={progress} />
      </div>
      <span className="tile-name tile-unnamed">compiling your dream</span>
      {/* All tiles are of one height. The bar says the same to those who hear the page, without telling each step. */}
      <span className="tile-date numbers" aria-hidden="true">
        {progress === undefined ? '\u00a0' : `${Math.floor(progress * 100)} %`}
      </span>
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
