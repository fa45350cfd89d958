import { type RefObject, useEffect, useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';

const ERROR_SHOWN_MS = 5000;

type State = 'loading' | 'playable' | 'failed' | 'gone';

const TEXTS = {
  loading: m.dreams_player_loading,
  playable: () => '',
  failed: m.dreams_player_failed,
  gone: m.dreams_player_missing,
} satisfies Record<State, () => string>;

interface DreamPlayerProps {
  ref: RefObject<HTMLVideoElement | null>;
  session: SessionDetail;
  name: string;
  /** Called with the current playback time. */
  onTime: (seconds: number) => void;
}

/** A recorded dream at 16:9 with the browser's native controls. */
export function DreamPlayer({ ref, session, name, onTime }: DreamPlayerProps) {
  const { video_url } = session;
  const [state, setState] = useState<State>('loading');

  useEffect(() => {
    // Catches up on events that fired before hydration.
    const element = ref.current;
    if (!video_url || !element) return;
    if (element.error) setState('failed');
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) setState('playable');
  }, [ref, video_url]);
  useEffect(() => {
    if (state !== 'failed') return;
    const timer = setTimeout(() => setState((now) => (now === 'failed' ? 'gone' : now)), ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (!video_url) {
    const compiling = session.server_status === 'PROCESSING';
    return (
      <div className="player">
        <p className="player-status" role="status">
          {m.dreams_player_missing()}
          {compiling && <span> {m.dreams_player_compiling()}</span>}
        </p>
      </div>
    );
  }
  return (
    <div className="player">
      <video
        ref={ref}
        src={video_url}
        poster={session.poster_url ?? session.thumbnail_url ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={name}
        onLoadedMetadata={() => setState('playable')}
        onError={() => setState('failed')}
        onTimeUpdate={(event) => onTime(event.currentTarget.currentTime)}
        onSeeking={(event) => onTime(event.currentTarget.currentTime)}
      >
        <track
          kind="captions"
          label={m.dreams_player_captions()}
          src={`/api/sessions/${encodeURIComponent(session.session_id)}/captions`}
        />
      </video>
      <p
        className="player-status"
        role={state === 'failed' ? 'alert' : 'status'}
        hidden={state === 'playable'}
      >
        {TEXTS[state]()}
      </p>
    </div>
  );
}
