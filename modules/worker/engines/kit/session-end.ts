import { faultOf, type SessionEvents } from './adapter.ts';

/** A session ends once: by request, or with its first fault, which is reported. */
export type SessionEnd = ReturnType<typeof createSessionEnd>;

/** @param release stops timers and drops what is underway */
export function createSessionEnd({ failed }: Pick<SessionEvents, 'failed'>, release = () => {}) {
  let isOver = false;

  function stop(): void {
    if (isOver) return;
    isOver = true;
    release();
  }

  return {
    isOver: () => isOver,
    stop,
    /** wraps anything thrown */
    fail(error: unknown): void {
      if (isOver) return;
      stop();
      failed(faultOf(error));
    },
  };
}
