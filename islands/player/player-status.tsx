import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { VideoState } from './use-video.ts';

const ERROR_SHOWN_MS = 5000;

interface PlayerStatusProps {
  video: RefObject<HTMLVideoElement | null>;
  state: VideoState;
}

/** Text over the film while it loads or after it has failed, with a way to try again. */
export function PlayerStatus({ video, state: { failed, loading, time } }: PlayerStatusProps) {
  const [gone, setGone] = useState(false);
  const retry = () => {
    const element = video.current;
    if (!element) return;
    setGone(false);
    element.load();
    element.currentTime = time;
  };
  useEffect(() => {
    if (!failed) return setGone(false);
    const timer = setTimeout(() => setGone(true), ERROR_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  useEffect(() => {
    if (!failed) return;
    const element = video.current;
    const load = () => element?.load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [failed, video]);
  return (
    <div className="player-status" role={failed && !gone ? 'alert' : 'status'} hidden={!failed && !loading}>
      {failed ? (
        <>
          <p>{gone ? m.dreams_player_missing() : m.dreams_player_failed()}</p>
          {gone && (
            <button type="button" className="text-button" onClick={retry}>
              {m.dreams_player_retry()}
            </button>
          )}
        </>
      ) : (
        <p>{m.dreams_player_loading()}</p>
      )}
    </div>
  );
}

/** In place of a player, for a dream without a video. */
export function NoFilm({ children }: { children?: ReactNode }) {
  return (
    <div className="player">
      <div className="player-status" role="status">
        <p>{m.dreams_player_missing()}</p>
        {children}
      </div>
    </div>
  );
}
