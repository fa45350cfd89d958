import type { Socket } from '../../../src/kit/runtime.ts';
import { type Frame, requestAck } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { createFrameWindow } from './frame-window.ts';

/** Text answers are dropped for a viewer that lets this many bytes pile up; frames never get that far. */
const MAX_TEXT_BACKLOG_BYTES = 1024 * 1024;

export type ViewerFormat = 'binary' | 'base64';

/** Rates at one viewer, for the verdict on its connection. */
export interface ViewerRates {
  /** frames a second that it acknowledged */
  shown: number;
  /** share of the offered frames since the last look that were left out, 0–1 */
  leftOut: number;
  congested: boolean;
}

/**
 * One viewer of a dream: a window of unacknowledged frames and one place for the newest frame that waits. A
 * newer frame replaces the waiting one, so that the stream is thin when the connection is, but never old.
 */
export function createViewerLink(
  socket: Socket,
  options: { format: ViewerFormat; fps: number; now(): number; onFirstFrame(frame: Frame): void },
) {
  const { format, now } = options;
  const window = createFrameWindow(options.fps);
  let waiting: Frame | null = null;
  let offered = 0;
  let leftOut = 0;
  let anySent = false;
  let closed = false;

  function flush(): void {
    if (closed || !waiting || !window.maySend(now())) return;
    const frame = waiting;
    waiting = null;
    // The window stands on acknowledgements, so that each frame asks for one.
    requestAck(frame);
    const sent =
      format === 'binary'
        ? socket.send(frame.message)
        : socket.send(
            JSON.stringify({
              type: 'frame',
              data: Buffer.from(frame.bytes).toString('base64'),
              frame_id: frame.id,
              request_ack: true,
              timestamp: frame.at,
            } satisfies ViewerEvent),
          );
    if (!sent) {
      leftOut += 1;
      return;
    }
    window.sent(frame.id, now());
    if (anySent) return;
    anySent = true;
    options.onFirstFrame(frame);
  }

  return {
    window,
    /** true once the relay has closed it: its late messages count for nothing */
    get closed() {
      return closed;
    },
    offer(frame: Frame): void {
      offered += 1;
      if (waiting) leftOut += 1;
      waiting = frame;
      flush();
    },
    acknowledged(frameId: number): void {
      window.acknowledged(frameId, now());
      flush();
    },
    /** Called now and then: sends what waits once the probe is due. */
    flush,
    send(event: ViewerEvent): void {
      if (!closed && socket.backlog() < MAX_TEXT_BACKLOG_BYTES) socket.send(JSON.stringify(event));
    },
    takeRates(): ViewerRates {
      const rates = {
        shown: window.rate(now()),
        leftOut: offered === 0 ? 0 : leftOut / offered,
        congested: window.congested,
      };
      offered = 0;
      leftOut = 0;
      return rates;
    },
    close(code: number, reason: string): void {
      closed = true;
      socket.close(code, reason);
    },
  };
}

export type ViewerLink = ReturnType<typeof createViewerLink>;
