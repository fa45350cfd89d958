import type { Control, ControlValue, ControlValues } from '../../modules/protocol/controls.ts';
import type { GeneratorEvent, ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import { addReceipt, type NewPrompt, type Receipt } from './prompt/receipt.ts';

export interface StreamState {
  /**
   * connecting: no socket is open · ready: it is · the rest are ends; taken-over is left by the person's wish only.
   */
  phase: 'connecting' | 'ready' | 'ended' | 'failed' | 'error' | 'limit' | 'taken-over';
  sessionId: string | null;
  /** the server answered and the generator is not there yet */
  waiting: boolean;
  /** place in line, 1 is next */
  queuePosition: number | null;
  /** what is done for who waits, in the server's words */
  queueNote: string | null;
  loading: { progress: number | null; text: string | null } | null;
  /** what draws it; null until the relay says so */
  generator: Omit<GeneratorEvent, 'type'> | null;
  /** a frame has been drawn since the page was opened */
  hasPicture: boolean;
  /** why the picture may stand for a while, in the generator's words; null while all is well */
  trouble: string | null;
  /** for some seconds no picture has come through the socket that is open */
  stopped: boolean;
  controls: ControlState;
  /** why the picture is blurred; null while it isn't */
  blurred: string | null;
  /** what is shown is kept */
  recording: boolean;
  /** what the overlays of an end say */
  message: string | null;
  /** seconds; null until the relay sends it */
  timeLeft: number | null;
  /** the clock runs only once the first frame was sent */
  running: boolean;
  receipts: Receipt[];
}

/** Controls that the generator lets its viewer turn. */
export interface ControlState {
  declared: Control[];
  values: ControlValues;
  /** why the last turn of one was refused */
  faults: Record<string, string>;
}

/** Events of the dream from the relay; its status comes as `job`, like that of the status call. */
export type ServerEvent = Exclude<ViewerEvent, { type: 'frame' | 'quality' | 'status' }>;

interface JobEvent {
  type: 'job';
  jobStatus: string;
  timeLeft: number;
  /** why the dream failed or was cut short, where that is known */
  endText?: string | null;
  /** it began, and was given back */
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
  | ({ type: 'prompt-said' } & NewPrompt)
  /** null: the assistant could not help */
  | { type: 'prompt-rewritten'; id: string; text: string | null }
  | { type: 'control-turned'; name: string; value: ControlValue }
  | { type: 'prompt-sent'; id: string; now: number }
  | { type: 'prompt-shown'; id: string; now: number }
  /** message: why, where it was not the person's doing */
  | { type: 'ended'; message?: string | null }
  | { type: 'failed'; message: string }
  | { type: 'refused'; message: string }
  | { type: 'taken-over' }
  | { type: 'reopened' };

export const MESSAGES = {
  connection: 'Connection failed. Please try again.',
  server: 'Unexpected server error. Please try again later.',
  noConnection: 'Session timed out due to no connection.',
  failed: 'Session failed unexpectedly.',
  denied: 'Unable to start stream. Please check your subscription status.',
  unreachable: 'Unable to establish connection. Please check your internet connection.',
};

/** Said while a full disk keeps nothing. */
export const NOT_RECORDED = 'Nothing is being recorded right now. Your dream goes on.';

export const initialState: StreamState = {
  phase: 'connecting',
  sessionId: null,
  waiting: false,
  queuePosition: null,
  queueNote: null,
  loading: null,
  generator: null,
  controls: { declared: [], values: {}, faults: {} },
  hasPicture: false,
  trouble: null,
  stopped: false,
  blurred: null,
  recording: true,
  message: null,
  timeLeft: null,
  running: false,
  receipts: [],
};

export function reduce(state: StreamState, event: StreamEvent): StreamState {
  // An end stays: late answers and messages of a dream that is over change nothing. One that goes on in another window
  // may come back, and ends here as well.
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
      // The server says it again where it is blurred still.
      return { ...state, phase: 'ready', waiting: false, queuePosition: null, blurred: null };
    case 'socket-lost':
      // A page that joins again gets all of it again.
      return { ...state, phase: 'connecting', trouble: null };
    case 'frame-drawn':
      return { ...state, hasPicture: true, loading: null };
    case 'server':
      return onServerEvent(state, event.event);
    case 'job':
      return onJob(state, event);
    case 'recording':
      return { ...state, recording: event.recording };
    case 'stopped':
      return { ...state, stopped: event.stopped };
    case 'control-turned':
      return { ...state, controls: turned(state.controls, event.name, event.value) };
    case 'prompt-said': {
      const { type: _, ...prompt } = event;
      return { ...state, receipts: addReceipt(state.receipts, prompt) };
    }
    case 'prompt-rewritten':
      return updateReceipt(state, event.id, {
        status: 'queued',
        assisted: event.text !== null,
        fellBack: event.text === null,
        ...(event.text !== null && { text: event.text }),
      });
    case 'prompt-sent':
      // Sent again after a lost line, it is still waited for since the first time.
      return updateReceipt(state, event.id, ({ sentAt }) => ({
        status: 'sent',
        sentAt: sentAt ?? event.now,
      }));
    case 'prompt-shown':
      return updateReceipt(state, event.id, (receipt) =>
        // A page that joins again gets it once more; the first time is the true delay.
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
        phase: mentionsLimit(event.message) ? 'limit' : 'error',
        message: event.message,
        running: false,
      };
    case 'taken-over':
      return { ...state, phase: 'taken-over', running: false };
    case 'reopened':
      return { ...state, phase: 'connecting', message: null };
  }
}

export function isOver(state: StreamState): boolean {
  return state.phase !== 'connecting' && state.phase !== 'ready';
}

/** The limit overlay is chosen by these words of the message. */
export function mentionsLimit(message: string): boolean {
  return /trial|free|limit|used all|subscribe/i.test(message);
}

const TIMER_WARNINGS = [60, 30] as const;

export function timerLevel(seconds: number): 'calm' | 'orange' | 'red' {
  if (seconds <= 30) return 'red';
  return seconds <= 60 ? 'orange' : 'calm';
}

/** A threshold was crossed on this page, so not when it opens below one. */
export function crossesWarning(before: number | null, now: number): boolean {
  return before !== null && TIMER_WARNINGS.some((threshold) => before > threshold && now <= threshold);
}

export function formatTimeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function onServerEvent(state: StreamState, event: ServerEvent): StreamState {
  switch (event.type) {
    case 'queue':
      return { ...state, queuePosition: event.position };
    case 'loading':
      // Once there is a picture nothing loads any more: the generator has trouble, or had.
      if (state.running || state.hasPicture) return { ...state, trouble: event.text };
      return { ...state, loading: { progress: event.progress, text: event.text } };
    case 'generator': {
      const { type: _, ...generator } = event;
      return { ...state, generator };
    }
    case 'prompt_received':
      return onPromptReceived(state, event.id, event.text);
    case 'prompt_ack':
      // The frame itself is announced by prompt-shown, when it was drawn.
      return updateReceipt(
        state,
        event.id,
        event.superseded
          ? { status: 'superseded' }
          : { note: event.note ?? null, drawn: event.drawn ?? true },
      );
    case 'safety':
      if (event.id !== undefined) return updateReceipt(state, event.id, { warning: event.text });
      return { ...state, blurred: event.blurred ? (event.text ?? '') : null };
    case 'controls': {
      const { controls: declared, values } = event;
      return { ...state, controls: { declared, values, faults: {} } };
    }
    case 'control':
      return { ...state, controls: turned(state.controls, event.name, event.value) };
    case 'error': {
      if (event.control !== undefined) {
        const { control, value, error } = event;
        return { ...state, controls: turned(state.controls, control, value, error) };
      }
      // A server that names no prompt answers them in order, and refuses nothing else but controls.
      const id = event.id ?? state.receipts.find(({ status }) => status === 'sent')?.id;
      return id === undefined ? state : updateReceipt(state, id, { status: 'refused', refusal: event.error });
    }
    // A newer server may say more than this page knows of.
    default:
      return state;
  }
}

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

function onPromptReceived(state: StreamState, id: string, text: string): StreamState {
  if (!state.receipts.some((receipt) => receipt.id === id)) {
    const receipts = addReceipt(state.receipts, {
      id,
      said: text,
      source: 'earlier',
      cleaned: false,
      at: 0,
      rewriting: false,
    });
    return updateReceipt({ ...state, receipts }, id, { status: 'received' });
  }
  return updateReceipt(state, id, (receipt) => ({
    text,
    said: receipt.assisted ? receipt.said : text,
    cleaned: receipt.cleaned || (!receipt.assisted && text !== receipt.said.replace(/\s+/g, ' ').trim()),
    status: receipt.status === 'sent' ? 'received' : receipt.status,
  }));
}

/** A person who lost a dream by our fault reads that it costs nothing. */
export const failureText = (why: string, counted: false | undefined): string =>
  counted === false ? `${why} It is not counted.` : why;

function onJob(state: StreamState, { jobStatus, timeLeft, endText, counted }: JobEvent): StreamState {
  switch (jobStatus) {
    case 'FAILED':
      return {
        ...state,
        phase: 'failed',
        message: failureText(endText ?? MESSAGES.failed, counted),
        running: false,
      };
    case 'TIMEOUT NO CONNECTION':
      return { ...state, phase: 'failed', message: MESSAGES.noConnection, running: false };
    // An aborted dream has ended too: it was left, or an operator stopped it.
    case 'DONE':
    case 'COMPLETED':
    case 'ABORTED':
      return { ...state, phase: 'ended', message: endText ?? null, timeLeft: 0, running: false };
  }
  if (timeLeft <= 0) return { ...state, phase: 'ended', timeLeft: 0, running: false };
  return { ...state, timeLeft, running: jobStatus === 'RUNNING' };
}

function updateReceipt(
  state: StreamState,
  id: string,
  change: Partial<Receipt> | ((receipt: Receipt) => Partial<Receipt>),
): StreamState {
  return {
    ...state,
    receipts: state.receipts.map((receipt) =>
      receipt.id === id
        ? { ...receipt, ...(typeof change === 'function' ? change(receipt) : change) }
        : receipt,
    ),
  };
}
