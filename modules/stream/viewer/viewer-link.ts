import type { Socket } from '../../kit/runtime.ts';
import { inLocale, type Locale } from '../../kit/texts/locale.ts';
import { shownTexts } from '../../kit/texts/shown-text.ts';
import { type Codec, isVideo } from '../../protocol/codecs.ts';
import { type Frame, requestAck } from '../../protocol/frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { FrameWindow } from './frame-window.ts';
import { createSoundQueue } from './sound-queue.ts';
import { VideoQueue } from './video-queue.ts';
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
export class ViewerLink {
  readonly window: FrameWindow;
  readonly locale: Locale;
  readonly #socket: Socket;
  readonly #options: ViewerLinkOptions & { now(): number };
  readonly #isBinary: boolean;
  readonly #video = new VideoQueue();
  readonly #rate = createVideoRate();
  /** null until it is first wanted */
  #sound: ReturnType<typeof createSoundQueue> | null = null;
  #codecs: readonly Codec[];
  #waiting: Frame | null = null;
  #offered = 0;
  #leftOut = 0;
  #anySent = false;
  #closed = false;

  constructor(socket: Socket, options: ViewerLinkOptions & { now(): number }) {
    this.window = new FrameWindow(options.fps, options.ackDelayMs);
    this.locale = options.locale;
    this.#socket = socket;
    this.#options = options;
    this.#isBinary = options.format === 'binary';
    this.#codecs = options.codecs;
    this.takeSound(options.sound === true);
  }

  /** true once the relay has closed it; late messages are ignored */
  get closed(): boolean {
    return this.#closed;
  }

  get codecs(): readonly Codec[] {
    return this.#codecs;
  }

  /** Changes the accepted codecs. */
  take(next: readonly Codec[]): void {
    this.#codecs = next;
    this.#waiting = null;
    this.#video.clear();
  }

  /** The viewer's decoder has lost sync. */
  lost(): void {
    this.#leftOut += this.#video.clear();
  }

  offer(frame: Frame, at = this.#options.now()): void {
    if (this.#closed || !this.#codecs.includes(frame.codec)) return;
    this.#offered += 1;
    if (isVideo(frame.codec)) this.#offerVideo(frame, at);
    else {
      this.#video.clear();
      if (this.#waiting) this.#leftOut += 1;
      this.#waiting = frame;
      this.flush(at);
    }
  }

  #offerVideo(frame: Frame, at: number): void {
    const video = this.#video;
    this.#waiting = null;
    if (video.length === 0 && (frame.key || !video.needsKey) && this.window.mayStream(at)) {
      video.needsKey = false;
      this.#sendVideo(frame, at);
      this.#sound?.flush();
    } else {
      this.#leftOut += video.offer(frame, at);
      this.flush(at);
    }
    // Don't request a keyframe that couldn't be sent yet. A probe requests one within a second.
    if (video.needsKey && this.window.mayStream(at)) this.#options.needsKeyframe();
  }

  /** Called periodically: sends the waiting frames once a probe is due. */
  flush(at = this.#options.now()): void {
    if (this.#closed) return;
    this.#sound?.flush();
    if (this.#waiting && this.window.maySend(at)) {
      const frame = this.#waiting;
      this.#waiting = null;
      if (!this.#sendFrame(frame, at)) this.#leftOut += 1;
    }
    const video = this.#video;
    while (video.length > 0 && (this.window.mayStream(at) || this.window.isSilent(at))) {
      const frame = video.next();
      if (frame) this.#sendVideo(frame, at);
    }
  }

  #sendVideo(frame: Frame, at: number): void {
    // Later frames depend on it.
    if (!this.#sendFrame(frame, at)) this.#leftOut += 1 + this.#video.clear();
  }

  #sendFrame(frame: Frame, at: number): boolean {
    // The window relies on acknowledgements, so every frame requests one.
    requestAck(frame);
    if (!this.#socket.send(this.#isBinary ? frame.message : asBase64(frame))) return false;
    this.window.sent(frame.id, at, frame.bytes.byteLength);
    if (!this.#anySent) this.#options.onFirstFrame(frame);
    this.#anySent = true;
    return true;
  }

  /** Switches the sound on or off. */
  takeSound(on: boolean): void {
    if (!on || !this.#isBinary) this.#sound = null;
    else this.#sound ??= createSoundQueue(this.#socket, this.#options.now);
  }

  /** Sound is sent along with frames and never waits for acknowledgements. */
  offerSound(message: Uint8Array): void {
    if (!this.#closed) this.#sound?.offer(message);
  }

  acknowledged(frameId: number): void {
    const { now, onRate } = this.#options;
    const at = now();
    const { window } = this;
    if (window.acknowledged(frameId, at) && onRate && isVideo(this.#codecs[0])) {
      const kbps = this.#rate(window.queuedMs, window.arrivedKbps(at), at);
      if (kbps !== null) onRate(kbps);
    }
    this.flush(at);
  }

  send(event: ViewerEvent): void {
    this.sendText(eventText(event, this.locale));
  }

  /** Sends an event's JSON. */
  sendText(text: string): void {
    if (!this.#closed && this.#socket.backlog() < MAX_TEXT_BACKLOG_BYTES) this.#socket.send(text);
  }

  takeRates(): ViewerRates {
    const rates = {
      shown: this.window.rate(this.#options.now()),
      leftOut: this.#offered === 0 ? 0 : this.#leftOut / this.#offered,
      congested: this.window.congested,
    };
    this.#offered = 0;
    this.#leftOut = 0;
    return rates;
  }

  close(code: number, reason: string): void {
    this.#closed = true;
    this.#socket.close(code, reason);
  }
}

const asBase64 = (frame: Frame): string =>
  JSON.stringify({
    type: 'frame',
    data: Buffer.from(frame.bytes).toString('base64'),
    frame_id: frame.id,
    request_ack: true,
    timestamp: frame.at,
  } satisfies ViewerEvent);
