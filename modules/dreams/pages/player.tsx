import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';

interface PlayerProps {
  videoUrl: string | null;
  /** Comes in two sizes; the small one loads faster. */
  posterUrl: string | null;
  title: string;
}

/** A recorded dream at 16:9 with the browser's native controls. */
export function Player({ videoUrl, posterUrl, title }: PlayerProps) {
  if (!videoUrl) {
    return (
      <div className="player">
        <p className="player-status">{m.dreams_player_missing()}</p>
      </div>
    );
  }
  return (
    <div className="player" data-player="">
      <PageScript name="player" />
      {/* biome-ignore lint/a11y/useMediaCaption: dreams have no sound */}
      <video
        src={videoUrl}
        poster={posterUrl ? `${posterUrl}?size=small` : undefined}
        data-poster={posterUrl}
        controls
        playsInline
        preload="none"
        aria-label={title}
      />
      <p className="player-status" data-player-status="" role="status">
        {m.dreams_player_loading()}
      </p>
    </div>
  );
}
