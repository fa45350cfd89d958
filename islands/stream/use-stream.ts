import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { newId } from '../browser/new-id.ts';
import { sessionStore } from '../browser/session-store.ts';
import { isSigningOut } from '../page/sign-out.ts';
import { streamApi } from './api.ts';
import { StreamController } from './controller.ts';
import { startWorker } from './frames/start-worker.ts';
import { initialState, type StreamState } from './machine.ts';
import { keepUnsent } from './prompt/draft.ts';

const nothing = () => () => {};

/** Connects the page's canvas to a dream for as long as the page is open. */
export function useStream(canvas: RefObject<HTMLCanvasElement | null>): {
  state: StreamState;
  controller: StreamController | null;
} {
  const [controller, setController] = useState<StreamController | null>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const worker = startWorker(element);
    const running = new StreamController({
      api: streamApi,
      worker,
      now: () => performance.now(),
      today: () => Date.now(),
      newId,
      onSignedOut: () => location.assign('/unauthorized'),
    });
    setController(running);
    running.start();
    const person = sessionStore.get()?.id ?? '';
    const leave = () => {
      if (!isSigningOut()) keepUnsent(person, running.getState().receipts);
      running.stop();
    };
    // A page restored from the back-forward cache has lost its socket, and a canvas can be transferred only once.
    const comeBack = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      running.stop();
      worker.terminate();
    };
  }, [canvas]);
  const state = useSyncExternalStore(
    controller?.subscribe ?? nothing,
    controller?.getState ?? (() => initialState),
    () => initialState,
  );
  return { state, controller };
}
