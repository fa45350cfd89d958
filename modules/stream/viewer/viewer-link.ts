import type { Socket } from '../../kit/runtime.ts';
import { inLocale, type Locale } from '../../kit/texts/locale.ts';
import { shownTexts } from '../../kit/texts/shown-text.ts';
import { type Codec, isVideo } from '../../protocol/codecs.ts';
import { type Frame, requestAck } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { createFrameWindow } from './frame-window.ts';
import { createSoundQueue } from './sound-queue.ts';
import { createVideoQueue } from './video-queue.ts';
import { createVideoRate } from './video-rate.ts';

/** Text messages are dropped for a viewer with this large a backlog. Frames never get that far. */
const MAX_TEXT_BACKLOG_BYTES = 1024 * 1024;

export type ViewerFormat = 'binary' | 'base64';

/** The format and codecs named in a viewer's URL, and the language of the page that opened it. */
export interface ViewerTakes {
  format: ViewerFormat;
  locale: Locale;
  /** in order of preference */
  codecs: readonly Codec[];
  /** wants the sound, which only comes in binary format; default: no */
  sound?: boolean;
}

/** A viewer's rates, used to judge its connection. */
export interface ViewerRates {
  /** frames acknowledged per second */
  shown: number;
  /** share of frames dropped since the last call, 0–1 */
  leftOut: number;
  congested: boolean;
}

/** Frames in other codecs aren't sent. */
export interface ViewerLinkOptions extends ViewerTakes {
  fps: number;
  /** longest time that the viewer holds back acknowledgements of video; 0 if absent */
  ackDelayMs?: number;
  onFirstFrame(frame: Frame): void;
  /** called when only a keyframe lets the viewer continue */
  needsKeyframe(): void;
  /** called with a new video bitrate in kbit/s when the connection's bandwidth changes; absent: it steers nothing */
  onRate?(kbps: number): void;
}

/** An event's JSON for readers of one language. */
export const eventText = (event: ViewerEvent, locale: Locale): string =>
  JSON.stringify(inLocale(locale, () => shownTexts(event)));

/**
 * One viewer of a dream: a window of unacknowledged frames and one slot for the newest waiting frame. A newer frame
 * replaces the waiting one, so a thin connection gets fewer frames but never old ones. Video frames depend on each
 * other, so they wait in a short queue instead, and restart from a keyframe if that is too slow.
 */
export function createViewerLink(socket: Socket, options: ViewerLinkOptions & { now(): number }) {
  const { format, locale, now, onRate } = options;
  const window = createFrameWindow(options.fps, options.ackDelayMs);
  const video = createVideoQueue();
  const sound = createSoundQueue(socket, now);
  let hasSound = options.sound === true && format === 'binary';
  const rate = createVideoRate();
  let { codecs } = options;
  let waiting: Frame | null = null;
  let offered = 0;
  let leftOut = 0;
  let anySent = false;
  let closed = false;

  function flush(at = now()): void {
    if (closed) return;
    sound.flush();
    if (waiting && window.maySend(at)) {
      const frame = waiting;
      waiting = null;
      if (!send(frame, at)) leftOut += 1;
    }
    while (video.length > 0 && (window.mayStream(at) || window.isSilent(at))) {
      const frame = video.next();
      if (!frame || send(frame, at)) continue;
      // Later frames depend on it.
      leftOut += 1 + video.clear();
    }
  }

  function send(frame: Frame, at: number): boolean {
    // The window relies on acknowledgements, so every frame requests one.
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

  /** Sends an event's JSON. */
  function sendText(text: string): void {
    if (!closed && socket.backlog() < MAX_TEXT_BACKLOG_BYTES) socket.send(text);
  }

  return {
    window,
    /** true once the relay has closed it; late messages are ignored */
    get closed() {
      return closed;
    },
    get codecs() {
      return codecs;
    },
    /** Changes the accepted codecs. */
    take(next: readonly Codec[]): void {
      codecs = next;
      waiting = null;
      video.clear();
    },
    /** The viewer's decoder has lost sync. */
    lost(): void {
      leftOut += video.clear();
    },
    offer(frame: Frame, at = now()): void {
      if (!codecs.includes(frame.codec)) return;
      offered += 1;
      if (isVideo(frame.codec)) {
        waiting = null;
        leftOut += video.offer(frame, at);
      } else {
        video.clear();
        if (waiting) leftOut += 1;
        waiting = frame;
      }
      flush(at);
      // Don't request a keyframe that couldn't be sent yet. A probe requests one within a second.
      if (isVideo(frame.codec) && video.needsKey && window.mayStream(at)) options.needsKeyframe();
    },
    /** Switches the sound on or off. */
    takeSound(on: boolean): void {
      hasSound = on && format === 'binary';
      if (!hasSound) sound.clear();
    },
    /** Sound is sent along with frames and never waits for acknowledgements. */
    offerSound(message: Uint8Array): void {
      if (hasSound && !closed) sound.offer(message);
    },
    acknowledged(frameId: number): void {
      const at = now();
      if (window.acknowledged(frameId, at) && onRate && isVideo(codecs[0])) {
        const kbps = rate(window.queuedMs, window.arrivedKbps(at), at);
        if (kbps !== null) onRate(kbps);
      }
      flush(at);
    },
    /** Called periodically: sends the waiting frames once a probe is due. */
    flush,
    locale,
    send: (event: ViewerEvent) => sendText(eventText(event, locale)),
    sendText,
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
