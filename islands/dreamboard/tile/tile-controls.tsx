import { useRef } from 'react';
import type { Session } from '../../../modules/dreams/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { BookmarkIcon, CheckIcon, MoreIcon, PencilIcon, ShareIcon } from '../../ui/icons.tsx';
import { useShare } from '../../ui/use-share.ts';
import type { TileActions } from './tile-actions.ts';

interface ControlsProps {
  session: Session;
  busy: boolean;
  actions: TileActions;
  name: string;
  /** Proposed name for an untitled dream, if anything was said in it. */
  proposed: string | null;
}

export function TileControls({ session, name, proposed, busy, actions }: ControlsProps) {
  const bookmarked = session.is_bookmarked;
  const pencil = useRef<HTMLButtonElement>(null);
  return (
    <div className="tile-controls">
      {proposed !== null && (
        <button
          type="button"
          className="text-button tile-keep"
          aria-label={m.dreams_tile_keep_label({ name: proposed })}
          title={m.dreams_tile_keep_hint({ name: proposed })}
          onClick={() => {
            // This button disappears, so the focus moves to the rename button.
            pencil.current?.focus();
            actions.keepName(session.session_id, proposed);
          }}
        >
          {m.dreams_tile_keep()}
        </button>
      )}
      <button
        type="button"
        className="icon-button tile-bookmark"
        aria-pressed={bookmarked}
        aria-label={m.dreams_tile_bookmark_label({ name })}
        title={bookmarked ? m.dreams_tile_bookmark_remove() : m.dreams_tile_bookmark()}
        disabled={busy}
        onClick={() => actions.bookmark(session.session_id, !bookmarked)}
      >
        <BookmarkIcon />
      </button>
      {session.video_url && <TileShare session={session} name={name} actions={actions} />}
      <button
        ref={pencil}
        type="button"
        className="icon-button"
        aria-label={m.dreams_tile_rename_label({ name })}
        title={m.dreams_tile_rename()}
        onClick={() => actions.rename(session)}
      >
        <PencilIcon />
      </button>
      <button
        type="button"
        className="icon-button tile-more"
        aria-label={m.dreams_tile_more_label({ name })}
        title={m.dreams_tile_more()}
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

function TileShare({ session, name, actions }: Pick<ControlsProps, 'session' | 'name' | 'actions'>) {
  const { copied, share } = useShare(actions.report);
  const { session_id: id, shared: isOpen } = session;
  const onOpen = () => actions.opened(id);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={copied ? m.dreams_tile_share_copied() : m.dreams_tile_share_label({ name })}
      title={copied ? m.dreams_tile_share_copied() : m.dreams_tile_share()}
      onClick={() => share({ id, name, isOpen, poster: session.thumbnail_url, onOpen })}
    >
      {copied ? <CheckIcon /> : <ShareIcon />}
      <span className="visually-hidden" role="status">
        {copied && m.dreams_tile_share_copied()}
      </span>
    </button>
  );
}
