import type { Socket } from '../../kit/runtime.ts';

/** Longest wait for a slow connection. Late sound is useless. */
const MAX_WAIT_MS = 400;
/** With more in the socket's buffer, new packets would be late. */
const MAX_BACKLOG_BYTES = 128 * 1024;

/** A viewer's sound, sent as soon as the connection takes it. */
export function createSoundQueue(socket: Socket, now: () => number) {
  let waiting: { message: Uint8Array; at: number }[] = [];

  function flush(): void {
    if (waiting.length === 0) return;
    const oldest = now() - MAX_WAIT_MS;
    waiting = waiting.filter(({ at }) => at > oldest);
    while (waiting[0] && socket.backlog() < MAX_BACKLOG_BYTES) {
      if (!socket.send(waiting[0].message)) return;
      waiting.shift();
    }
  }

  return {
    flush,
    offer(message: Uint8Array): void {
      waiting.push({ message, at: now() });
      flush();
    },
    clear(): void {
      waiting = [];
    },
  };
}
