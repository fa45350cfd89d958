import { faultOf, type SessionEvents } from './adapter.ts';

/** A session ends once: by request, or with its first fault, which is reported. */
export interface SessionEnd {
  isOver(): boolean;
  stop(): void;
  /** wraps anything thrown */
  fail(error: unknown): void;
}

/** @param release stops timers and drops what is underway */
export function createSessionEnd({ failed }: Pick<SessionEvents, 'failed'>, release = () => {}): SessionEnd {
  let isOver = false;

  function stop(): void {
    if (isOver) return;
    isOver = true;
    release();
  }

  return {
    isOver: () => isOver,
    stop,
    fail(error) {
      if (isOver) return;
      stop();
      failed(faultOf(error));
    },
  };
}
