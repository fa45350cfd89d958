import { PageScript } from '../../../src/web/island.tsx';

interface PlayerProps {
  videoUrl: string | null;
  posterUrl: string | null;
  title: string;
}

/** A recorded dream, 16:9, with the browser's own controls. */
export function Player({ videoUrl, posterUrl, title }: PlayerProps) {
  if (!videoUrl) {
    return (
      <div className="player">
        <p className="player-status">Video not available</p>
      </div>
    );
  }
  return (
    <div className="player" data-player="">
      <PageScript name="player" />
      {/* biome-ignore lint/a11y/useMediaCaption: a dream has no sound */}
      <video
        src={videoUrl}
        poster={posterUrl ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
      />
      <p className="player-status" data-player-status="" role="status">
        Loading video…
      </p>
    </div>
  );
}
