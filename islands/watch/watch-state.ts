import { m } from '../../modules/kit/texts/m.ts';
import type { AudienceEvent, WatcherRole } from '../../modules/protocol/audience-messages.ts';
import type { Control, ControlValues } from '../../modules/protocol/controls.ts';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import type { WatchAnswer } from '../../modules/stream/contract/schemas.ts';
import type { Place } from '../../public/reverie.js';
import {
  type Ballot,
  nextReactions,
  noBallot,
  noReactions,
  type Reactions,
} from '../stream/audience/audience-state.ts';

export interface WatchedPrompt {
  id: string;
  text: string;
  /** first name of the watcher whose prompt it was, null for a guest; absent for the dreamer's */
  from?: string | null;
  shown: boolean;
}

export interface WatchState {
  place: Place['state'] | 'connecting';
  /** the socket is open */
  open: boolean;
  sharedUrl: string | null;
  watching: number;
  role: WatcherRole;
  /** false if this browser can't decode the dream's video */
  playable: boolean;
  /** keyframes come as images, since this browser can’t decode the video */
  images: boolean;
  hasFrame: boolean;
  /** no frame has arrived for some seconds */
  stopped: boolean;
  blurred: string | null;
  /** the dreamer's camera or screen is on, or was */
  camera: boolean;
  /** names of the sounds that can be heard; null if the dream has no sound */
  caption: string | null;
  prompts: WatchedPrompt[];
  ballot: Ballot;
  /** own vote; the server drops it with the connection */
  voted: string | null;
  reactions: Reactions;
  controls: { declared: Control[]; values: ControlValues; faults: Record<string, string> };
  /** own suggestions that the server hasn't confirmed yet */
  sent: { id: string; text: string }[];
  /** why the last suggestion or prompt was rejected */
  fault: string | null;
}

export type WatchEvent =
  | { type: 'place'; place: Place }
  | { type: 'opened' }
  | { type: 'lost' }
  | { type: 'frame-drawn' }
  | { type: 'stopped'; stopped: boolean }
  | { type: 'job'; jobStatus: string }
  | { type: 'fault-read' }
  | { type: 'voted'; id: string }
  | { type: 'server'; event: Exclude<ViewerEvent, { type: 'frame' | 'quality' | 'status' }> };

const MAX_PROMPTS = 200;

/** @param prompt the one on screen when the server rendered the page */
export const firstState = (answer: WatchAnswer, prompt: string | null): WatchState => ({
  place: answer.state,
  open: false,
  sharedUrl: answer.sharedUrl,
  watching: answer.watching,
  role: 'watcher',
  playable: true,
  images: false,
  hasFrame: false,
  stopped: false,
  blurred: null,
  camera: false,
  caption: null,
  prompts: prompt === null ? [] : [{ id: '', text: prompt, shown: true }],
  ballot: noBallot,
  voted: null,
  reactions: noReactions,
  controls: { declared: [], values: {}, faults: {} },
  sent: [],
  fault: null,
});

export function reduceWatch(state: WatchState, event: WatchEvent): WatchState {
  switch (event.type) {
    case 'place': {
      const { state: place, sharedUrl, watching } = event.place;
      return { ...state, place, sharedUrl, watching };
    }
    case 'opened':
      // The server sends all of it again.
      return { ...state, open: true, prompts: [], sent: [], voted: null, blurred: null, stopped: false };
    case 'lost':
      return { ...state, open: false, place: state.place === 'ended' ? 'ended' : 'connecting' };
    case 'frame-drawn':
      return { ...state, hasFrame: true };
    case 'stopped':
      return { ...state, stopped: event.stopped };
    case 'job':
      return { ...state, place: placeOf(event.jobStatus) };
    case 'fault-read':
      return { ...state, fault: null };
    case 'voted':
      return { ...state, voted: event.id };
    case 'server':
      return onServer(state, event.event);
  }
}

function placeOf(jobStatus: string): WatchState['place'] {
  if (jobStatus === 'RUNNING') return 'live';
  return jobStatus === 'PENDING' ? 'waiting' : 'ended';
}

function onServer(state: WatchState, event: Extract<WatchEvent, { type: 'server' }>['event']): WatchState {
  switch (event.type) {
    case 'prompt_received': {
      const { id, text, from } = event;
      const others = state.prompts.filter((one) => one.id !== id);
      const prompt = { id, text, shown: false, ...(from !== undefined && { from }) };
      return { ...state, prompts: [...others, prompt].slice(-MAX_PROMPTS) };
    }
    case 'prompt_ack':
      if (event.frame_id === null)
        return { ...state, prompts: state.prompts.filter(({ id }) => id !== event.id) };
      return {
        ...state,
        prompts: state.prompts.map((one) => (one.id === event.id ? { ...one, shown: true } : one)),
      };
    case 'video':
      return { ...state, camera: true };
    case 'safety':
      return event.id === undefined
        ? { ...state, blurred: event.blurred ? (event.text ?? '') : null }
        : state;
    case 'sound_caption':
      return { ...state, caption: event.text };
    case 'controls':
      return { ...state, controls: { declared: event.controls, values: event.values, faults: {} } };
    case 'error':
      return { ...state, fault: event.error };
    default:
      return 'type' in event ? onAudience(state, event as AudienceEvent) : state;
  }
}

function onAudience(state: WatchState, event: AudienceEvent): WatchState {
  switch (event.type) {
    case 'audience':
      if ('people' in event) return state;
      return {
        ...state,
        watching: event.watching,
        role: event.role,
        playable: event.playable,
        images: event.images ?? false,
      };
    case 'suggestion': {
      const { id, text } = event;
      const others = state.sent.filter((one) => one.id !== id);
      return { ...state, sent: [...others, { id, text }], fault: null };
    }
    case 'suggestion_gone':
      return { ...state, sent: state.sent.filter(({ id }) => id !== event.id) };
    case 'suggestion_refused': {
      const { text, error } = event;
      return { ...state, fault: m.stream_suggestion_refused({ text, error }) };
    }
    case 'ballot': {
      const { type: _, ...ballot } = event;
      return { ...state, ballot };
    }
    case 'reactions':
      return { ...state, reactions: nextReactions(state.reactions, event.counts) };
    // Newer servers may send events this page doesn't know.
    default:
      return state;
  }
}
