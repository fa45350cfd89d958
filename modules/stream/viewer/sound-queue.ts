import type { Socket } from '../../kit/runtime.ts';

/** Packets that wait for a slow connection: 400 ms. Older ones are dropped, because late sound is useless. */
const MAX_WAITING = 20;
/** With more in the socket's buffer, new packets would be late. */
const MAX_BACKLOG_BYTES = 128 * 1024;

/** A viewer's sound, sent as soon as the connection takes it. */
export function createSoundQueue(socket: Socket) {
  const waiting: Uint8Array[] = [];

  function flush(): void {
    while (waiting[0] && socket.backlog() < MAX_BACKLOG_BYTES) {
      if (!socket.send(waiting[0])) return;
      waiting.shift();
    }
  }

  return {
    flush,
    offer(message: Uint8Array): void {
      waiting.push(message);
      if (waiting.length > MAX_WAITING) waiting.shift();
      flush();
    },
    clear(): void {
      waiting.length = 0;
    },
  };
}
