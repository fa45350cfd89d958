import type { Socket } from '../../kit/runtime.ts';

/** Sends only the newest of a camera's frames, each once the connection has passed on everything before it. */
export function createNewestFrame(socket: () => Socket | null) {
  let waiting: Uint8Array | null = null;

  function flush(): void {
    const open = socket();
    if (!waiting || !open || open.backlog() > 0) return;
    const frame = waiting;
    waiting = null;
    open.send(frame);
  }

  return {
    flush,
    offer(message: Uint8Array | null): void {
      waiting = message;
      flush();
      // The buffer belongs to the viewer's socket.
      waiting &&= waiting.slice();
    },
  };
}
