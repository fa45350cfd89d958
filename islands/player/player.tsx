import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SessionDetail } from '../../modules/dreams/contract/schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { PlayIcon } from '../ui/icons.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { Controls } from './controls.tsx';
import type { Film } from './film.ts';
import { pressKey } from './keys.ts';
import { PlayerStatus } from './player-status.tsx';
import { type Mark, Scrubber } from './scrubber.tsx';
import { useAutoplay } from './use-autoplay.ts';
import { useCaptions } from './use-captions.ts';
import { useScreens } from './use-screens.ts';
import { useVideo } from './use-video.ts';
import { useVolume } from './use-volume.ts';

export interface PlayerProps {
  film: Film;
  name: string;
  marks: readonly Mark[];
  /** Plays muted and in a loop, with captions, unless the person wants less motion or data. */
  autoplay?: boolean;
  ref?: RefObject<HTMLVideoElement | null>;
  /** Called with the current playback time. Must be a stable function. */
  onTime?: (seconds: number) => void;
}

/** Time without a movement or a key after which the controls disappear while the film plays. */
const IDLE_MS = 3000;

/** A recorded dream at 16:9. Without script the browser's own controls remain. */
export default function Player({ film, name, marks, autoplay = false, ref, onTime }: PlayerProps) {
  const box = useRef<HTMLElement>(null);
  const own = useRef<HTMLVideoElement>(null);
  const video = ref ?? own;
  const ready = useHydrated();
  const state = useVideo(video, film.seconds, onTime);
  const poster = useAutoplay(video, film, autoplay);
  useVolume(video, !autoplay);
  const captions = useCaptions(video, autoplay);
  const screens = useScreens(box, video);
  const [loop, setLoop] = useState(autoplay);
  const { awake, wake, sleep } = useAwake();

  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (element.paused || element.ended) element.play().catch(() => undefined);
    else element.pause();
  };
  const mute = () => {
    const element = video.current;
    if (!element) return;
    element.muted = !element.muted;
    if (!element.muted && element.volume === 0) element.volume = 1;
  };
  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!ready || !video.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    wake();
    // Letters and arrows choose an option of the list, arrows also the volume.
    if (target.closest(/^(Arrow|Home|End)/.test(event.key) ? 'select, .player-volume' : 'select')) return;
    const pressed = { key: event.key, onButton: target instanceof HTMLButtonElement };
    const actions = { toggle, mute, fullScreen: screens.toggleFull, captions: captions.toggle };
    if (!pressKey(video.current, pressed, actions)) return;
    event.preventDefault();
    // The page's own shortcuts use some of the same keys.
    event.stopPropagation();
  };
  /** A tap shows the controls first, because a finger doesn't hover. */
  const onSurface = (event: MouseEvent) => {
    if (!ready) return;
    const touched = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    if (!touched || !state.playing) toggle();
    if (touched && awake && state.playing) sleep();
    else wake();
  };
  return (
    <section
      ref={box}
      className="player"
      aria-label={m.dreams_player_label({ name })}
      tabIndex={-1}
      data-playing={state.playing || undefined}
      data-awake={awake || undefined}
      onKeyDown={onKeyDown}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && wake()}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && sleep()}
      onPointerDown={({ target }) => target !== video.current && wake()}
    >
      <video
        ref={video}
        src={film.video}
        poster={poster ?? undefined}
        controls={!ready}
        loop={loop}
        playsInline
        preload={autoplay ? 'none' : 'metadata'}
        aria-label={name}
        onClick={onSurface}
        onDoubleClick={screens.toggleFull}
      >
        <track kind="captions" label={m.dreams_player_captions()} src={film.captions} />
      </video>
      {captions.lines.length > 0 && (
        <p className="player-captions" aria-hidden="true">
          {captions.lines.map((line) => (
            <span key={line} dir="auto">
              {line}
            </span>
          ))}
        </p>
      )}
      {ready && !state.playing && !state.failed && (
        <span className="player-start" aria-hidden="true">
          <PlayIcon />
        </span>
      )}
      <PlayerStatus video={video} state={state} />
      {ready && !state.failed && (
        <div className="player-deck" dir="ltr">
          <Scrubber
            time={state.time}
            duration={state.duration}
            marks={marks}
            filmstrip={film.filmstrip}
            onSeek={seek}
          />
          <Controls
            state={state}
            captions={captions}
            screens={screens}
            loop={loop}
            onLoop={() => setLoop(!loop)}
            onToggle={toggle}
            onMute={mute}
            onVolume={(volume) => {
              if (video.current) Object.assign(video.current, { volume, muted: volume === 0 });
            }}
            onRate={(rate) => {
              if (video.current) video.current.playbackRate = rate;
            }}
          />
        </div>
      )}
    </section>
  );
}

/** True for a while after the last movement, tap or key. */
function useAwake() {
  const [awake, setAwake] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const sleep = () => {
    clearTimeout(timer.current);
    setAwake(false);
  };
  const wake = () => {
    clearTimeout(timer.current);
    setAwake(true);
    timer.current = setTimeout(sleep, IDLE_MS);
  };
  return { awake, wake, sleep };
}

/** The film of a person's own dream. */
export const filmOf = (session: SessionDetail, video: string): Film => ({
  video,
  poster: session.poster_url ?? session.thumbnail_url,
  captions: `/api/sessions/${encodeURIComponent(session.session_id)}/captions`,
  filmstrip: session.filmstrip_url,
  seconds: session.duration_seconds,
});
