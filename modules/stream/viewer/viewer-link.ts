import type { Socket } from '../../../src/kit/runtime.ts';
import { frameJpeg, readFrameHeader, setRequestAck } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { createFrameWindow } from './frame-window.ts';

/** Text answers are dropped for a viewer that lets this many bytes pile up; pictures never get that far. */
const MAX_TEXT_BACKLOG_BYTES = 1024 * 1024;

export type ViewerFormat = 'binary' | 'base64';

/** What one viewer got, for the verdict on its line. */
export interface ViewerRates {
  /** frames a second that it acknowledged */
  shown: number;
  /** share of the offered frames since the last look that were left out, 0–1 */
  leftOut: number;
  congested: boolean;
}

/**
 * One viewer of a dream: a window of unacknowledged frames and one slot for the newest frame that waits. A
 * newer frame replaces the waiting one, so that what is shown is thin when the line is, but never old.
 */
export function createViewerLink(
  socket: Socket,
  options: { format: ViewerFormat; fps: number; now(): number; onFirstFrame(frame: Uint8Array): void },
) {
  const { format, now } = options;
  const window = createFrameWindow(options.fps);
  let waiting: Uint8Array | null = null;
  let offered = 0;
  let leftOut = 0;
  let anySent = false;
  let closed = false;

  function flush(): void {
    if (closed || !waiting || !window.maySend(now())) return;
    const frame = waiting;
    const header = readFrameHeader(frame);
    if (typeof header === 'string') return;
    waiting = null;
    const sent =
      format === 'binary'
        ? socket.send(withAckFlag(frame))
        : socket.send(
            JSON.stringify({
              type: 'frame',
              data: Buffer.from(frameJpeg(frame)).toString('base64'),
              frame_id: header.frameId,
              request_ack: true,
              timestamp: header.timestamp,
            } satisfies ViewerEvent),
          );
    if (!sent) {
      leftOut += 1;
      return;
    }
    window.sent(header.frameId, now());
    if (anySent) return;
    anySent = true;
    options.onFirstFrame(frame);
  }

  return {
    window,
    /** true once the relay has closed it: what it still says counts for nothing */
    get closed() {
      return closed;
    },
    offer(frame: Uint8Array): void {
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
    tell(event: ViewerEvent): void {
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

/** The relay asks for an acknowledgement of every frame: its window stands on them. */
function withAckFlag(frame: Uint8Array): Uint8Array {
  setRequestAck(frame, true);
  return frame;
}
