import { request } from '../../../modules/kit/browser/api.ts';
import { isVideo } from '../../../modules/protocol/codecs.ts';
import type { Frame } from '../../../modules/protocol/frame.ts';
import { unpackFrames } from '../../../modules/protocol/packed-frames.ts';
import type { IncomingFrame } from './frame-slot.ts';
import { type IncomingVideoFrame, VideoSlot } from './video-slot.ts';
import type { PastEnd } from './worker-messages.ts';

/** Read ahead while playing. */
const AHEAD_MS = 4000;
const FETCH_BELOW_MS = 1500;
/** Pauses longer than this, where nothing was recorded, are shortened. */
const MAX_WAIT_MS = 1000;
/** A frame that is later than this isn't shown. */
const MAX_LATE_MS = 250;
/** Wait and number of tries at the tape's end, or while the server is busy. */
const RETRY_MS = 500;
const MAX_TRIES = 4;

interface PastPlayerOptions {
  /** Draws a JPEG. */
  drawImage(frame: IncomingFrame): Promise<void>;
  /** Draws a decoded frame and closes it. */
  paint(decoded: VideoFrame): Promise<void>;
  /** Times are in ms since the dream's first frame. */
  onShown(frame: Frame): void;
  /** The live stream is shown again. */
  onEnd(why: PastEnd): void;
}

/** Shows the past of a live dream from its tape, while the live stream continues behind it. */
export class PastPlayer {
  readonly #options: PastPlayerOptions;
  readonly #address: string;
  readonly #video: VideoSlot;
  /** incremented by each seek and the end, so that whatever is still under way has no effect */
  #run = 0;
  #wanted: { at: number; plays: boolean } | null = null;
  #isSeeking = false;
  /** number of video frames decoded; going back, their own numbers repeat */
  #decoded = 0;
  #shownNumber = 0;
  readonly #waiting = new Map<number, (drawn: boolean) => void>();
  readonly #aborted = new AbortController();
  /** the frame on screen; null before the first */
  shown: Frame | null = null;
  /** it stands still at the moment that was asked for */
  isHeld = true;

  constructor(sessionId: string, options: PastPlayerOptions) {
    this.#options = options;
    this.#address = `/api/sessions/${encodeURIComponent(sessionId)}/rewind/frames`;
    this.#video = new VideoSlot({
      paint: async (decoded) => {
        if (decoded.timestamp === this.#shownNumber) await options.paint(decoded);
        else decoded.close();
      },
      onDone: ({ id }, drawn) => this.#done(id, drawn),
      needsKeyframe() {},
      gaveUp: () => this.#end('failed'),
    });
  }

  /** Shows this moment; a newer call replaces one that hasn't started. @param plays plays on from there */
  seek(at: number, plays: boolean) {
    this.#run += 1;
    this.#wanted = { at: Math.max(0, Math.round(at)), plays };
    if (!this.#isSeeking) void this.#seekAll();
  }

  close() {
    this.#run += 1;
    this.#wanted = null;
    this.shown = null;
    this.#aborted.abort();
    this.#video.clear();
  }

  async #seekAll() {
    this.#isSeeking = true;
    try {
      for (let next = this.#take(); next; next = this.#take()) await this.#goTo(next);
    } catch (error) {
      this.#end(error instanceof PastOver ? error.why : 'failed');
    }
    this.#isSeeking = false;
  }

  #take() {
    const next = this.#wanted;
    this.#wanted = null;
    return next;
  }

  async #goTo({ at, plays }: { at: number; plays: boolean }) {
    const run = this.#run;
    this.isHeld = true;
    const frames = await this.#read(`at=${at}`);
    const target = frames.at(-1);
    if (this.#aborted.signal.aborted) return;
    if (!target) throw new PastOver('failed');
    for (const frame of frames.slice(0, -1)) if (isVideo(target.codec)) void this.#decode(frame, false);
    if (!(await this.#show(target))) throw new PastOver('failed');
    if (plays && run === this.#run) void this.#play(run, target.at);
  }

  async #play(run: number, from: number) {
    this.isHeld = false;
    let due = performance.now();
    let before = from;
    const queue: Frame[] = [];
    let reading: Promise<void> | null = null;
    let empty = 0;
    const readMore = async () => {
      const last = queue.at(-1)?.at ?? before;
      const more = await this.#read(`after=${Math.ceil(last)}&for=${AHEAD_MS}`);
      empty = more.length > 0 ? 0 : empty + 1;
      queue.push(...more);
    };
    try {
      while (run === this.#run) {
        if ((queue.at(-1)?.at ?? before) - before < FETCH_BELOW_MS)
          reading ??= readMore().finally(() => {
            reading = null;
          });
        const frame = queue.shift();
        if (!frame) {
          await reading;
          if (queue.length > 0) continue;
          if (empty >= MAX_TRIES) throw new PastOver('caught-up');
          await wait(RETRY_MS);
          continue;
        }
        due += Math.min(MAX_WAIT_MS, frame.at - before);
        before = frame.at;
        // After a suspended tab, continue from here instead of racing to catch up.
        if (performance.now() - due > MAX_WAIT_MS) due = performance.now();
        await wait(due - performance.now());
        if (run !== this.#run) return;
        if (performance.now() - due < MAX_LATE_MS) await this.#show(frame);
        else if (isVideo(frame.codec)) void this.#decode(frame, false);
      }
    } catch (error) {
      if (run === this.#run) this.#end(error instanceof PastOver ? error.why : 'failed');
    }
  }

  /** @returns false if it can't be shown */
  async #show(frame: Frame): Promise<boolean> {
    const drawn = isVideo(frame.codec) ? await this.#decode(frame, true) : await this.#draw(frame);
    if (!drawn || this.#aborted.signal.aborted) return drawn;
    this.shown = frame;
    this.#options.onShown(frame);
    return true;
  }

  #draw({ id, at, bytes }: Frame): Promise<boolean> {
    return this.#options.drawImage({ id, at, requestAck: false, bytes }).then(
      () => true,
      () => false,
    );
  }

  #decode(frame: Frame, isShown: boolean): Promise<boolean> {
    const number = ++this.#decoded;
    if (isShown) this.#shownNumber = number;
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#video.offer({ ...frame, id: number, requestAck: false } as unknown as IncomingVideoFrame);
    });
  }

  #done(number: number, drawn: boolean) {
    this.#waiting.get(number)?.(drawn);
    this.#waiting.delete(number);
  }

  async #read(query: string): Promise<Frame[]> {
    for (let tries = 1; ; tries++) {
      const answer = await request('GET', `${this.#address}?${query}`, undefined, {
        signal: this.#aborted.signal,
      });
      if (answer.ok && answer.body) {
        const frames: Frame[] = [];
        for await (const frame of unpackFrames(answer.body)) frames.push(frame);
        return frames;
      }
      if (answer.status === 409 || answer.status === 404) throw new PastOver('over');
      if (tries >= MAX_TRIES) throw new PastOver('failed');
      await wait(RETRY_MS);
    }
  }

  #end(why: PastEnd) {
    if (this.#aborted.signal.aborted) return;
    this.close();
    this.#options.onEnd(why);
  }
}

class PastOver extends Error {
  readonly why: PastEnd;
  constructor(why: PastEnd) {
    super(why);
    this.why = why;
  }
}

const wait = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
