import type {
  DrawFigures,
  DrawReport,
  LineState,
  PlanReport,
} from '../../modules/stream/shared/draw-messages.ts';

/** All that the page shows; the thread's reports and the person's wishes change it. */
export interface DrawState {
  model: string | null;
  plan: PlanReport | null;
  /** what the thread is in the middle of */
  busy: 'choosing' | 'downloading' | 'loading' | 'removing' | null;
  /** bytes of the model in this browser */
  here: number;
  /** devices that the model did not run on, and why */
  fellBack: { device: string; reason: string }[];
  speed: { device: string; pictureMs: number } | null;
  line: LineState;
  /** why the line is as it is */
  reason: string | null;
  figures: DrawFigures | null;
  /** of the step that failed last */
  fault: { step: 'model' | 'speed' | 'draw'; message: string } | null;
}

export const INITIAL: DrawState = {
  model: null,
  plan: null,
  busy: null,
  here: 0,
  fellBack: [],
  speed: null,
  line: 'off',
  reason: null,
  figures: null,
  fault: null,
};

/** What the person asked for. */
export type Wish =
  | { type: 'wish-model'; model: string }
  | { type: 'wish-download' }
  | { type: 'wish-remove' }
  | { type: 'wish-test' }
  | { type: 'wish-draw' };

export function nextState(state: DrawState, event: DrawReport | Wish): DrawState {
  switch (event.type) {
    case 'wish-model':
      return { ...INITIAL, model: event.model, busy: 'choosing' };
    case 'wish-download':
      return { ...state, busy: 'downloading', fault: null };
    case 'wish-remove':
      return { ...state, busy: 'removing', speed: null, fault: null };
    case 'wish-test':
      return { ...state, busy: 'loading', speed: null, fellBack: [], fault: null };
    case 'wish-draw':
      return { ...state, line: 'dialling', reason: null, figures: null, fault: null };
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
    case 'line':
      return { ...state, line: event.line, reason: event.reason };
    case 'figures':
      return { ...state, figures: event.figures };
    case 'fault':
      return { ...state, busy: null, fault: { step: stepOf(state), message: event.message } };
  }
}

const whole = ({ plan }: DrawState) => plan && { plan: { ...plan, whole: true }, here: plan.bytes };
const gone = ({ plan }: DrawState) => plan && { plan: { ...plan, whole: false }, here: 0 };

function stepOf({ busy, line }: DrawState): 'model' | 'speed' | 'draw' {
  if (busy === 'loading') return 'speed';
  return busy === null && line !== 'off' ? 'draw' : 'model';
}
