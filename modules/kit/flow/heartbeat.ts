import type { Clock } from '../clock.ts';
import type { Socket, SocketHandler } from '../runtime.ts';

const PING_INTERVAL_MS = 10_000;
/** A peer that sends nothing for this long, not even a pong, is considered lost. */
const SILENCE_MS = 15_000;

export type Heartbeat = ReturnType<typeof createHeartbeat>;

/** Pings every guarded socket and terminates those that have gone silent. */
export function createHeartbeat(clock: Clock) {
  const beats = new Set<{ socket: Socket; heardAt: number; pingedAt: number }>();

  return {
    guard(handler: SocketHandler): SocketHandler {
      let beat: { socket: Socket; heardAt: number; pingedAt: number } | null = null;
      const heard = () => {
        if (beat) beat.heardAt = clock.monotonic();
      };
      return {
        open(socket) {
          beat = { socket, heardAt: clock.monotonic(), pingedAt: clock.monotonic() };
          beats.add(beat);
          handler.open(socket);
        },
        message(message) {
          heard();
          handler.message(message);
        },
        drain: () => handler.drain(),
        pong() {
          heard();
          handler.pong();
        },
        close(code) {
          if (beat) beats.delete(beat);
          handler.close(code);
        },
      };
    },

    /** @param silenceCounts false while the silence may be our own fault */
    tick(silenceCounts = true): void {
      const now = clock.monotonic();
      for (const beat of beats) {
        if (silenceCounts && now - beat.heardAt >= SILENCE_MS) {
          beats.delete(beat);
          beat.socket.terminate();
        } else if (now - beat.pingedAt >= PING_INTERVAL_MS) {
          beat.pingedAt = now;
          beat.socket.ping();
        }
      }
    },
  };
}
