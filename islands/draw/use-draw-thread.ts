import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { DrawCommand, DrawReport } from '../../modules/worker/shared/draw-messages.ts';
import { type DrawState, INITIAL, nextState, type Wish } from './draw-state.ts';

/** Addresses of the built threads and of ONNX Runtime, put in by islands/build/build.ts. */
declare const DRAW_URLS: { draw: string; engine: string; wasm: { mjs: string; wasm: string } };

/** The thread that brings the model and draws, for as long as the page is open. */
export function useDrawThread(modelBase: string): {
  state: DrawState;
  /** shows the wish at once, and hands the command on */
  ask(command: DrawCommand, wish?: Wish): void;
} {
  const [state, dispatch] = useReducer(nextState, INITIAL);
  const thread = useRef<Worker | null>(null);

  useEffect(() => {
    const { draw, engine, wasm } = DRAW_URLS;
    const own = new Worker(draw, { type: 'module', name: 'draw' });
    own.onmessage = ({ data }: MessageEvent<DrawReport>) => dispatch(data);
    own.onerror = (event) =>
      dispatch({ type: 'fault', message: event.message || 'The script of this page could not be started.' });
    own.postMessage({ type: 'open', engine, wasm, modelBase } satisfies DrawCommand);
    thread.current = own;
    // A page out of the back-forward cache has lost its line.
    const comeBack = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pageshow', comeBack);
      own.terminate();
    };
  }, [modelBase]);

  const ask = useCallback((command: DrawCommand, wish?: Wish) => {
    if (wish) dispatch(wish);
    thread.current?.postMessage(command);
  }, []);
  return { state, ask };
}
