import { type RefObject, useEffect, useState } from 'react';

/** State of the video element that the player shows. */
export interface VideoState {
  playing: boolean;
  /** In seconds. */
  time: number;
  duration: number;
  muted: boolean;
  /** From 0 to 1. */
  volume: number;
  rate: number;
  /** The next frame is awaited. */
  loading: boolean;
  failed: boolean;
  /** Unknown until something has been decoded. */
  hasSound: boolean;
}

const EVENTS = [
  'loadstart',
  'suspend',
  'loadedmetadata',
  'durationchange',
  'timeupdate',
  'seeking',
  'seeked',
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'volumechange',
  'ratechange',
  'error',
  'emptied',
] as const;

/** Follows a video element. @param seconds its known length, until the video has loaded */
export function useVideo(
  video: RefObject<HTMLVideoElement | null>,
  seconds: number | null,
  onTime: ((seconds: number) => void) | undefined,
): VideoState {
  const [state, setState] = useState<VideoState>({
    playing: false,
    time: 0,
    duration: seconds ?? 0,
    muted: false,
    volume: 1,
    rate: 1,
    loading: true,
    failed: false,
    hasSound: false,
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const follow = () => {
      const now = stateOf(element, seconds);
      setState(now);
      onTime?.(now.time);
    };
    for (const name of EVENTS) element.addEventListener(name, follow);
    // Catches up on events that fired before hydration.
    follow();
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, follow);
    };
  }, [video, seconds, onTime]);
  return state;
}

/** Properties by which browsers say that a video has sound; there is no common one. */
type Sounding = HTMLVideoElement & {
  mozHasAudio?: boolean;
  webkitAudioDecodedByteCount?: number;
  audioTracks?: { length: number };
};

function stateOf(element: Sounding, seconds: number | null): VideoState {
  const { paused, ended, readyState, networkState, duration } = element;
  const playing = !paused && !ended;
  return {
    playing,
    time: element.currentTime,
    duration: Number.isFinite(duration) ? duration : (seconds ?? 0),
    muted: element.muted || element.volume === 0,
    volume: element.volume,
    rate: element.playbackRate,
    loading: playing
      ? readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      : readyState < HTMLMediaElement.HAVE_METADATA && networkState !== HTMLMediaElement.NETWORK_IDLE,
    failed: element.error !== null,
    hasSound:
      element.mozHasAudio ??
      ((element.audioTracks?.length ?? 0) > 0 || (element.webkitAudioDecodedByteCount ?? 0) > 0),
  };
}
