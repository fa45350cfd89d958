import type { Socket } from '../../../src/kit/runtime.ts';
import { CODEC, type Codec, type Frame, requestAck } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { createFrameWindow } from './frame-window.ts';
import { createVideoQueue } from './video-queue.ts';
import { createVideoRate } from './video-rate.ts';

/** Text answers are dropped for a viewer that lets this many bytes pile up; frames never get that far. */
const MAX_TEXT_BACKLOG_BYTES = 1024 * 1024;

export type ViewerFormat = 'binary' | 'base64';

/** Format and codings that a viewer's address names. */
export interface ViewerTakes {
  format: ViewerFormat;
  /** the most wanted first */
  codecs: readonly Codec[];
}

/** Rates at one viewer, for the verdict on its connection. */
export interface ViewerRates {
  /** frames a second that it acknowledged */
  shown: number;
  /** share of the offered frames since the last look that were left out, 0–1 */
  leftOut: number;
  congested: boolean;
}

/** Frames of codings that it does not take are not sent. */
export interface ViewerLinkOptions extends ViewerTakes {
  fps: number;
  onFirstFrame(frame: Frame): void;
  /** it can go on only from a keyframe */
  needsKeyframe(): void;
  /** its connection carries so many thousand bits of video a second */
  onRate(kbps: number): void;
}

/**
 * One viewer of a dream: a window of unacknowledged frames and one place for the newest frame that waits. A
 * newer frame replaces the waiting one, so that the stream is thin when the connection is, but never old. Video, whose
 * frames refer to each other, waits in a short queue instead, and goes on from a keyframe where that is too slow.
 */
export function createViewerLink(socket: Socket, options: ViewerLinkOptions & { now(): number }) {
  const { format, now } = options;
  const window = createFrameWindow(options.fps);
  const video = createVideoQueue();
  const rate = createVideoRate();
  let { codecs } = options;
  let waiting: Frame | null = null;
  let offered = 0;
  let leftOut = 0;
  let anySent = false;
  let closed = false;

  function flush(): void {
    if (closed) return;
    const at = now();
    if (waiting && window.maySend(at)) {
      const frame = waiting;
      waiting = null;
      if (!send(frame, at)) leftOut += 1;
    }
    while (video.length > 0 && (window.mayStream(at) || window.isSilent(at))) {
      const frame = video.next();
      if (!frame || send(frame, at)) continue;
      // Later frames refer to it.
      leftOut += 1 + video.clear();
    }
  }

  function send(frame: Frame, at: number): boolean {
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
    if (!sent) return false;
    window.sent(frame.id, at, frame.bytes.byteLength);
    if (!anySent) options.onFirstFrame(frame);
    anySent = true;
    return true;
  }

  return {
    window,
    /** true once the relay has closed it: its late messages count for nothing */
    get closed() {
      return closed;
    },
    get codecs() {
      return codecs;
    },
    /** It takes others from now on. */
    take(next: readonly Codec[]): void {
      codecs = next;
      waiting = null;
      video.clear();
    },
    /** Its decoder lost its place. */
    lost(): void {
      leftOut += video.clear();
    },
    offer(frame: Frame): void {
      if (!codecs.includes(frame.codec)) return;
      offered += 1;
      if (frame.codec === CODEC.jpeg) {
        video.clear();
        if (waiting) leftOut += 1;
        waiting = frame;
      } else {
        waiting = null;
        leftOut += video.offer(frame, now());
      }
      flush();
      // One that can't be sent is not worth asking for: a probe will, in a second.
      if (frame.codec !== CODEC.jpeg && video.needsKey && window.mayStream(now())) options.needsKeyframe();
    },
    acknowledged(frameId: number): void {
      const at = now();
      if (window.acknowledged(frameId, at) && codecs[0] === CODEC.h264) {
        const kbps = rate(window.queuedMs, window.arrivedKbps(at), at);
        if (kbps !== null) options.onRate(kbps);
      }
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
