import { m } from '../../modules/kit/texts/m.ts';
import type {
  ConnectionState,
  DrawFigures,
  DrawReport,
  PlanReport,
} from '../../modules/worker/contract/draw-messages.ts';
import type { Gpu } from './find-gpu.ts';

/** Page state, changed by reports from the worker thread and by the user's actions. */
export interface DrawState {
  model: string | null;
  plan: PlanReport | null;
  /** The step in progress. */
  busy: 'choosing' | 'downloading' | 'loading' | 'removing' | null;
  /** Bytes of the model stored in this browser. */
  here: number;
  /** Devices that couldn't run the model, and why. */
  fellBack: { device: string; reason: string }[];
  speed: { device: string; imageMs: number } | null;
  connection: ConnectionState;
  /** Reason for the connection's state. */
  reason: string | null;
  figures: DrawFigures | null;
  /** Error of the last failed step. */
  fault: { step: 'model' | 'speed' | 'draw'; message: string } | null;
}

export const INITIAL: DrawState = {
  model: null,
  plan: null,
  busy: null,
  here: 0,
  fellBack: [],
  speed: null,
  connection: 'off',
  reason: null,
  figures: null,
  fault: null,
};

export type UserAction =
  | { type: 'user-model'; model: string }
  | { type: 'user-download' }
  | { type: 'user-remove' }
  | { type: 'user-test' }
  | { type: 'user-draw' };

export function nextState(state: DrawState, event: DrawReport | UserAction): DrawState {
  switch (event.type) {
    case 'user-model':
      return { ...INITIAL, model: event.model, busy: 'choosing' };
    case 'user-download':
      return { ...state, busy: 'downloading', fault: null };
    case 'user-remove':
      return { ...state, busy: 'removing', speed: null, fault: null };
    case 'user-test':
      return { ...state, busy: 'loading', speed: null, fellBack: [], fault: null };
    case 'user-draw':
      return { ...state, connection: 'dialling', reason: null, figures: null, fault: null };
    case 'chosen':
      return event.plan.model === state.model
        ? { ...state, plan: event.plan, here: event.plan.here, busy: null }
        : state;
    case 'downloading':
      return { ...state, here: event.bytes };
    case 'paused':
      return { ...state, here: event.bytes, busy: null };
    case 'downloaded':
      return { ...state, ...whole(state), busy: null };
    case 'removed':
      return { ...state, ...gone(state), busy: null };
    case 'trying':
      return state;
    case 'fell-back':
      return { ...state, fellBack: [...state.fellBack, event] };
    case 'tested':
      return { ...state, speed: event, busy: null };
    case 'connection':
      return { ...state, connection: event.connection, reason: event.reason };
    case 'figures':
      return { ...state, figures: event.figures };
    case 'fault':
      return { ...state, busy: null, fault: { step: stepOf(state), message: event.message } };
  }
}

const whole = ({ plan }: DrawState) => plan && { plan: { ...plan, whole: true }, here: plan.bytes };
const gone = ({ plan }: DrawState) => plan && { plan: { ...plan, whole: false }, here: 0 };

function stepOf({ busy, connection }: DrawState): 'model' | 'speed' | 'draw' {
  if (busy === 'loading') return 'speed';
  return busy === null && connection !== 'off' ? 'draw' : 'model';
}

/** Text about the steps that remain before the tab can start; null if it's ready. */
export function missingToDraw({ busy, plan, speed, fault }: DrawState, gpu: Gpu | null): string | null {
  if (speed && busy === null) return null;
  if (gpu === null) return m.stream_draw_needs_gpu();
  if (busy === 'choosing') return m.stream_draw_needs_hub();
  if (!plan) return m.stream_draw_needs_model();
  if (busy === 'downloading') return m.stream_draw_downloading();
  if (busy === 'removing') return m.stream_draw_removing();
  if (!plan.whole) return m.stream_draw_needs_download();
  if (busy === 'loading') return m.stream_draw_testing();
  return fault?.step === 'speed' ? m.stream_draw_failed_test() : m.stream_draw_needs_test();
}
