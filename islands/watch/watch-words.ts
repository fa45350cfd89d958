import { m } from '../../modules/kit/texts/m.ts';
import type { WatchState } from './watch-state.ts';

/** Text in place of the picture; null while there is one to see. */
export function wordsOf({ place, playable, hasFrame, blurred }: WatchState): Words | null {
  if (place !== 'live') return WORDS[place]();
  if (!playable) return { title: m.stream_watch_undecodable(), about: m.stream_watch_undecodable_about() };
  if (blurred !== null) return { title: m.stream_overlay_blurred_title(), about: blurred };
  return hasFrame ? null : WORDS.connecting();
}

interface Words {
  title: string;
  about?: string;
}

const WORDS: Record<Exclude<WatchState['place'], 'live'>, () => Words> = {
  closed: () => ({ title: m.stream_watch_closed(), about: m.stream_watch_closed_about() }),
  ended: () => ({ title: m.stream_watch_ended(), about: m.stream_watch_ended_about() }),
  'sign-in': () => ({ title: m.stream_watch_sign_in(), about: m.stream_watch_sign_in_about() }),
  full: () => ({ title: m.stream_watch_full(), about: m.stream_watch_full_about() }),
  offline: () => ({ title: m.stream_watch_offline() }),
  connecting: () => ({ title: m.stream_watch_connecting() }),
  waiting: () => ({ title: m.stream_watch_waiting(), about: m.stream_watch_waiting_about() }),
};
