import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import { isWatchable } from '../../../modules/dreams/contract/fits.ts';
import { dateOf, nameOf } from '../../../modules/dreams/contract/names.ts';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { clockText } from '../../ui/clock-text.ts';
import {
  BookmarkIcon,
  CheckIcon,
  DreamIcon,
  LinkIcon,
  RepeatIcon,
  ScissorsIcon,
  SkipIcon,
} from '../../ui/icons.tsx';
import { LocalTime } from '../../ui/local-time.tsx';
import type { TileActions } from './tile-actions.ts';
import { TileControls } from './tile-controls.tsx';
import { useLongPress } from './use-long-press.ts';

const PREVIEW_AFTER_MS = 250;
/** At this width and above, a right-click selects; below it, it opens the menu. */
const DESKTOP = '(width >= 1024px)';

interface TileProps {
  session: Session;
  /** Position among all dreams, from 1; undefined while all tiles are in the DOM. */
  place: number | undefined;
  /** Total number of dreams; -1 while unknown. */
  setSize: number;
  /** True for the first tiles, whose images load eagerly. */
  eager: boolean;
  selecting: boolean;
  selected: boolean;
  /** A deletion or bookmark is in flight, so the dream can't be opened. */
  busy: boolean;
  actions: TileActions;
}

export const Tile = memo(function Tile(props: TileProps) {
  const { session, place, eager, selecting, selected, busy, actions } = props;
  const picture = useRef<HTMLDivElement>(null);
  const id = session.session_id;
  const given = nameOf(session);
  const name = given || m.dreams_untitled();
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
    // Only this image may morph into the next page's player.
    for (const other of document.querySelectorAll<HTMLElement>('.tile-picture')) {
      other.style.viewTransitionName = other === picture.current ? 'dream' : '';
    }
  };
  /** Shift+Space and Shift+Enter act like Shift+click, on both the image and the check mark. */
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls inside offer the same actions */}
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
          // In selection mode the check mark is the only tab stop.
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
                <span className="visually-hidden">{m.dreams_tile_bookmarked()}</span>
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
                  {m.dreams_tile_proposal({ hidden, name: proposed })}
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
              aria-label={m.dreams_tile_select_label({ name })}
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

const hidden = (words: ReactNode) => <span className="visually-hidden">{words}</span>;

const DESCENT = {
  repeats: { words: m.scores_tile_repeats, icon: <RepeatIcon /> },
  continues: { words: m.scores_tile_continues, icon: <SkipIcon /> },
  clip: { words: m.scores_tile_clip, icon: <ScissorsIcon /> },
};

/** Shared and duration badges. Positioned over the image but read out after the name. */
function TileBadges({ session }: { session: Session }) {
  const { duration_seconds: seconds } = session;
  const shared = isWatchable(session);
  const { again } = session;
  if (seconds === null && !shared && !again) return null;
  return (
    <span className="tile-badges">
      {again && (
        <span className="tile-badge" title={DESCENT[again].words()}>
          {DESCENT[again].icon}
          <span className="visually-hidden">{DESCENT[again].words()}</span>
        </span>
      )}
      {shared && (
        <span className="tile-badge" title={m.dreams_tile_shared_hint()}>
          <LinkIcon />
          <span className="visually-hidden">{m.dreams_tile_shared()}</span>
        </span>
      )}
      {seconds !== null && (
        <span className="tile-badge numbers">
          <span>{m.dreams_tile_length({ hidden, length: clockText(seconds) })}</span>
        </span>
      )}
    </span>
  );
}

/** Plays a short muted preview while the tile is hovered or focused. */
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
