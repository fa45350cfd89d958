import { useCallback, useEffect, useReducer, useRef } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import type { DrawCommand, DrawReport, ThreadReport } from '../../modules/worker/contract/draw-messages.ts';
import { drawFaultText, drawReasonText } from '../../modules/worker/contract/fault-texts.ts';
import { type DrawState, INITIAL, nextState, type UserAction } from './draw-state.ts';

/** URLs of the built threads and of ONNX Runtime, inserted by islands/build/build.ts. */
declare const DRAW_URLS: { draw: string; engine: string; wasm: { mjs: string; wasm: string } };

/** Keeps a thread that downloads and runs the model for as long as the page is open. */
export function useDrawThread(modelBase: string): {
  state: DrawState;
  /** Applies the user's action to the state, then sends the command to the thread. */
  ask(command: DrawCommand, action?: UserAction): void;
} {
  const [state, dispatch] = useReducer(nextState, INITIAL);
  const thread = useRef<Worker | null>(null);

  useEffect(() => {
    const { draw, engine, wasm } = DRAW_URLS;
    const own = new Worker(draw, { type: 'module', name: 'draw' });
    own.onmessage = ({ data }: MessageEvent<ThreadReport>) => dispatch(inWords(data));
    own.onerror = (event) =>
      dispatch({ type: 'fault', message: event.message || m.stream_draw_script_failed() });
    own.postMessage({ type: 'open', engine, wasm, modelBase } satisfies DrawCommand);
    thread.current = own;
    // A page restored from the back-forward cache has lost its connection.
    const comeBack = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pageshow', comeBack);
      own.terminate();
    };
  }, [modelBase]);

  const ask = useCallback((command: DrawCommand, action?: UserAction) => {
    if (action) dispatch(action);
    thread.current?.postMessage(command);
  }, []);
  return { state, ask };
}

/** The thread has no texts: words its codes. */
function inWords(report: ThreadReport): DrawReport {
  if (report.type === 'connection') return { ...report, reason: drawReasonText(report.reason) };
  return report.type === 'fault' ? { type: 'fault', message: drawFaultText(report.fault) } : report;
}
