import { m } from '../../modules/kit/texts/m.ts';
import type { Control, ControlValue, ControlValues } from '../../modules/protocol/controls.ts';
import { PROMPT_MAX } from '../../modules/protocol/limits.ts';
import type {
  GeneratorEvent,
  RefusalCode,
  ScoreEvent,
  ViewerEvent,
  ViewerRefusal,
} from '../../modules/protocol/viewer-messages.ts';
import { OVER_QUOTA } from '../../modules/stream/contract/limits.ts';
import { type AudienceState, noAudience, onAudienceEvent } from './audience/audience-state.ts';
import {
  addReceipt,
  type NewPrompt,
  type Receipt,
  type ReceiptChange,
  receivePrompt,
  updateReceipt,
} from './prompt/receipt.ts';

export interface StreamState {
  /** connecting: no socket yet · ready: socket open · the rest are ends. Only the user can leave `taken-over`. */
  phase: 'connecting' | 'ready' | 'ended' | 'failed' | 'error' | 'limit' | 'taken-over';
  sessionId: string | null;
  /** the server has answered, but the generator isn't ready yet */
  waiting: boolean;
  /** position in the queue; 1 is next */
  queuePosition: number | null;
  /** the server's note on what a queued dream is waiting for */
  queueNote: string | null;
  loading: { progress: number | null; text: string | null } | null;
  /** names of the sounds that play, in words; null if the dream has none */
  caption: string | null;
  /** the generator of this dream; null until the relay reports it */
  generator: Omit<GeneratorEvent, 'type'> | null;
  /** a frame has been drawn since the page was opened */
  hasFrame: boolean;
  /** the generator's note on why the current frame may freeze; null while all is well */
  trouble: string | null;
  /** the socket is open, but no frame has arrived for several seconds */
  stopped: boolean;
  /** the past is shown while the dream continues */
  rewound: boolean;
  controls: ControlState;
  /** state of the dream's score; null if it has none */
  score: ScoreEvent | null;
  /** a camera or screen, as the relay reports it; null if it was never on */
  camera: CameraEvent | null;
  /** why the stream is blurred; null if it isn't */
  blurred: string | null;
  /** the stream is being recorded */
  recording: boolean;
  /** text of the overlay shown at the end */
  message: string | null;
  /** in seconds; null until the relay sends it */
  timeLeft: number | null;
  /** true once the first frame was sent, which starts the clock */
  running: boolean;
  receipts: Receipt[];
  audience: AudienceState;
}

/** Controls that the generator offers its viewer. */
export interface ControlState {
  declared: Control[];
  values: ControlValues;
  /** why the last change to a control was rejected, by name */
  faults: Record<string, string>;
}

/** Events from the relay. The dream's status arrives as `job`, like that of the status call. */
export type ServerEvent = Exclude<ViewerEvent, { type: 'frame' | 'quality' | 'status' }>;

export type CameraEvent = Extract<ViewerEvent, { type: 'video' }>;

interface JobEvent {
  type: 'job';
  jobStatus: string;
  timeLeft: number;
  /** why the dream failed or was cut short, if known */
  endText?: string | null;
  /** set if a dream that had started doesn't count towards the quota */
  counted?: false | undefined;
}

export type StreamEvent =
  | {
      type: 'answered';
      sessionId: string;
      waiting: boolean;
      queuePosition: number | null;
      note?: string | undefined;
    }
  | { type: 'socket-opened' }
  | { type: 'socket-lost' }
  | { type: 'frame-drawn' }
  | { type: 'server'; event: ServerEvent }
  | JobEvent
  | { type: 'recording'; recording: boolean }
  | { type: 'stopped'; stopped: boolean }
  | { type: 'rewound'; rewound: boolean }
  | ({ type: 'prompt-submitted' } & NewPrompt)
  /** null: the assistant couldn't help */
  | { type: 'prompt-rewritten'; id: string; text: string | null }
  | { type: 'control-turned'; name: string; value: ControlValue }
  | { type: 'prompt-sent'; id: string; now: number }
  | { type: 'prompt-shown'; id: string; now: number }
  /** message: why it ended, unless the user ended it */
  | { type: 'ended'; message?: string | null }
  | { type: 'failed'; message: string }
  | { type: 'refused'; code?: string | null; message: string }
  | { type: 'taken-over' }
  | { type: 'reopened' };

export const initialState: StreamState = {
  phase: 'connecting',
  sessionId: null,
  waiting: false,
  queuePosition: null,
  queueNote: null,
  loading: null,
  caption: null,
  generator: null,
  controls: { declared: [], values: {}, faults: {} },
  hasFrame: false,
  trouble: null,
  stopped: false,
  rewound: false,
  score: null,
  camera: null,
  blurred: null,
  recording: true,
  message: null,
  timeLeft: null,
  running: false,
  receipts: [],
  audience: noAudience,
};

export function reduce(state: StreamState, event: StreamEvent): StreamState {
  // Ends are final: ignore late responses and messages. Only a dream taken over by another window may come back, or end
  // for good here too.
  if (state.phase === 'taken-over' && event.type === 'job') {
    const next = onJob(state, event);
    return next.phase === state.phase ? state : next;
  }
  if (isOver(state) && event.type !== 'reopened') return state;
  switch (event.type) {
    case 'answered':
      return {
        ...state,
        sessionId: event.sessionId,
        waiting: event.waiting,
        queuePosition: event.queuePosition,
        queueNote: event.note ?? null,
      };
    case 'socket-opened':
      // The server resends this if the stream is still blurred.
      return {
        ...state,
        ...{ phase: 'ready', waiting: false, queuePosition: null, blurred: null },
        // The audience, too, if there still is one.
        audience: noAudience,
      };
    case 'socket-lost':
      // The server resends the trouble when we reconnect.
      return { ...state, phase: 'connecting', trouble: null };
    case 'frame-drawn':
      return { ...state, hasFrame: true, loading: null };
    case 'server':
      return onServerEvent(state, event.event);
    case 'job':
      return onJob(state, event);
    case 'recording':
      return { ...state, recording: event.recording };
    case 'stopped':
      return { ...state, stopped: event.stopped };
    case 'rewound':
      return state.rewound === event.rewound ? state : { ...state, rewound: event.rewound };
    case 'control-turned':
      return { ...state, controls: turned(state.controls, event.name, event.value) };
    case 'prompt-submitted': {
      const { type: _, ...prompt } = event;
      return { ...state, receipts: addReceipt(state.receipts, prompt) };
    }
    case 'prompt-rewritten':
      return withReceipt(state, event.id, {
        status: 'queued',
        assisted: event.text !== null,
        fellBack: event.text === null,
        ...(event.text !== null && { text: event.text }),
      });
    case 'prompt-sent':
      // After a lost connection, keep the time of the first attempt: the user has been waiting since then.
      return withReceipt(state, event.id, ({ sentAt }) => ({
        status: 'sent',
        sentAt: sentAt ?? event.now,
      }));
    case 'prompt-shown':
      return withReceipt(state, event.id, (receipt) =>
        // Repeated after a reconnect; the first one has the real delay.
        receipt.status === 'shown'
          ? {}
          : { status: 'shown', delay: receipt.sentAt === null ? null : event.now - receipt.sentAt },
      );
    case 'ended':
      return { ...state, phase: 'ended', message: event.message ?? null, running: false };
    case 'failed':
      return { ...state, phase: 'failed', message: event.message, running: false };
    case 'refused':
      return {
        ...state,
        phase: event.code === OVER_QUOTA ? 'limit' : 'error',
        message: event.message,
        running: false,
      };
    case 'taken-over':
      return { ...state, phase: 'taken-over', running: false };
    case 'reopened':
      return { ...state, phase: 'connecting', message: null };
  }
}

const withReceipt = (state: StreamState, ...change: [id: string, ReceiptChange]): StreamState => ({
  ...state,
  receipts: updateReceipt(state.receipts, ...change),
});

export function isOver(state: StreamState): boolean {
  return state.phase !== 'connecting' && state.phase !== 'ready';
}

/** The generator draws nothing until the person's camera or screen is on. */
export const awaitsCamera = ({ phase, hasFrame, camera, controls: { declared, values } }: StreamState) =>
  phase === 'ready' &&
  !hasFrame &&
  !camera?.on &&
  declared.some((control) => control.kind === 'video' && control.needed) &&
  !declared.some(({ kind, name }) => kind === 'picture' && values[name]);

function onServerEvent(state: StreamState, event: ServerEvent): StreamState {
  switch (event.type) {
    case 'queue':
      return { ...state, queuePosition: event.position };
    case 'loading':
      // Once there has been a frame, nothing is loading any more: the generator has trouble, or has recovered.
      if (state.running || state.hasFrame) return { ...state, trouble: event.text };
      return { ...state, loading: { progress: event.progress, text: event.text } };
    case 'generator': {
      const { type: _, ...generator } = event;
      return { ...state, generator };
    }
    case 'sound_caption':
      return { ...state, caption: event.text };
    case 'prompt_received':
      return { ...state, receipts: receivePrompt(state.receipts, event) };
    case 'prompt_ack':
      // `prompt-shown` reports the frame itself once it is drawn.
      return withReceipt(
        state,
        event.id,
        event.superseded
          ? { status: 'superseded' }
          : { note: event.note ?? null, drawn: event.drawn ?? true },
      );
    case 'safety':
      if (event.id !== undefined) return withReceipt(state, event.id, { warning: event.text });
      return { ...state, blurred: event.blurred ? (event.text ?? '') : null };
    case 'controls': {
      const { controls: declared, values } = event;
      return { ...state, controls: { declared, values, faults: {} } };
    }
    case 'control':
      return { ...state, controls: turned(state.controls, event.name, event.value) };
    case 'score':
      return { ...state, score: event };
    case 'video':
      return { ...state, camera: event };
    case 'error': {
      if (event.control !== undefined) {
        const { control, value } = event;
        return { ...state, controls: turned(state.controls, control, value, textOf(event)) };
      }
      // Without an id, the error is about the oldest prompt still unanswered.
      const id = event.id ?? state.receipts.find(({ status }) => status === 'sent')?.id;
      return id === undefined ? state : withReceipt(state, id, { status: 'refused', refusal: textOf(event) });
    }
    case 'audience':
    case 'suggestion':
    case 'suggestion_gone':
    case 'suggestion_refused':
    case 'ballot':
    case 'reactions':
      return { ...state, audience: onAudienceEvent(state.audience, event) };
    // Newer servers may send events this page doesn't know.
    default:
      return state;
  }
}

/** In the person's language, if the page knows the reason. */
const textOf = ({ code, error }: ViewerRefusal): string => REFUSALS[code]?.() ?? error;

const REFUSALS: Partial<Record<RefusalCode, () => string>> = {
  ended: m.stream_dream_ended,
  'prompt-empty': m.stream_prompt_empty,
  'prompt-too-long': () => m.stream_prompt_too_long({ max: PROMPT_MAX }),
  'prompt-not-stored': m.stream_prompt_not_stored,
  'prompt-unchecked': m.dreams_prompt_unchecked,
  'control-not-stored': m.stream_control_not_stored,
  'control-too-many': m.stream_control_too_many,
};

function turned(
  { declared, values, faults }: ControlState,
  name: string,
  value: ControlValue | undefined,
  fault?: string,
): ControlState {
  const { [name]: _, ...others } = faults;
  return {
    declared,
    values: value === undefined ? values : { ...values, [name]: value },
    faults: fault === undefined ? others : { ...others, [name]: fault },
  };
}

/** Adds that the dream doesn't count, for a user who lost it through our fault. */
export const failureText = (reason: string, counted: false | undefined): string =>
  counted === false ? m.stream_failed_not_counted({ reason }) : reason;

function onJob(state: StreamState, { jobStatus, timeLeft, endText, counted }: JobEvent): StreamState {
  switch (jobStatus) {
    case 'FAILED':
      return {
        ...state,
        phase: 'failed',
        message: failureText(endText ?? m.stream_message_failed(), counted),
        running: false,
      };
    case 'TIMEOUT NO CONNECTION':
      return { ...state, phase: 'failed', message: m.stream_message_no_connection(), running: false };
    // Aborted dreams have ended too: the user left, or an operator stopped them.
    case 'DONE':
    case 'COMPLETED':
    case 'ABORTED':
      return { ...state, phase: 'ended', message: endText ?? null, timeLeft: 0, running: false };
  }
  if (timeLeft <= 0) return { ...state, phase: 'ended', timeLeft: 0, running: false };
  return { ...state, timeLeft, running: jobStatus === 'RUNNING' };
}
