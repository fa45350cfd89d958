import { CODEC, type Frame } from '../../protocol/frame.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { createViewerLink } from '../viewer/viewer-link.ts';

/** An order's way to the worker, and the picture that is being drawn meanwhile. */
const TO_WORKER_MS = 40;
/** A keyframe holds so many seconds of the rate, and the pictures between them what is left of it. */
const KEYFRAME_SECONDS = 0.2;
const PICTURES_SHARE = 0.9;

/** A connection between relay and viewer that is a queue of bytes, as a modem or a mobile link is. */
export interface Line {
  /** bits a second at a time, in ms */
  bandwidth(at: number): number;
  /** ms one way, beside what the bytes need */
  delay: number;
}

export interface Simulation {
  line: Line;
  /** ms */
  length: number;
  fps?: number;
  /** bytes of a frame */
  frameBytes?: number;
  /** thousands of bits a second that a generator of video gives its dreams, while it may; absent: JPEGs */
  videoKbps?: number;
  /** false: every frame is sent at once, without regard to acknowledgements */
  windowed?: boolean;
  /** whether the viewer acknowledges a frame that it draws at this time; always at first */
  acknowledges?(at: number): boolean;
}

export interface Drawn {
  frameId: number;
  /** when the generator had it, and when the viewer drew it; ms */
  made: number;
  at: number;
}

export interface Outcome {
  sent: { frameId: number; at: number }[];
  drawn: Drawn[];
  /** ms between the making of the frame on the screen and now, looked at every 10 ms */
  ages(from: number, to: number): number[];
}

/** Plays a generator, the relay's viewer link and a viewer at the far end of a connection, in simulated time. */
export function simulate(options: Simulation): Outcome {
  const { line, length, fps = 16, frameBytes = 80_000, windowed = true, acknowledges = () => true } = options;
  const { videoKbps } = options;
  const coder = createCoder(videoKbps ?? 0, fps);
  const events = createSchedule();
  let now = 0;
  let linkFreeAt = 0;
  const sent: Outcome['sent'] = [];
  const drawn: Drawn[] = [];
  const made = new Map<number, number>();

  /** Passes the bytes through the connection, in small pieces since its bandwidth changes on the way. */
  function transmit(bytes: number): number {
    let at = Math.max(now, linkFreeAt);
    for (let bits = bytes * 8; bits > 0; at += 1) bits -= line.bandwidth(at) / 1000;
    linkFreeAt = at;
    return at + line.delay;
  }

  function send(frameId: number, bytes = frameBytes): void {
    sent.push({ frameId, at: now });
    const arrives = transmit(bytes);
    events.add(arrives, () => {
      drawn.push({ frameId, made: made.get(frameId) ?? 0, at: now });
      if (acknowledges(now)) events.add(now + line.delay, () => link.acknowledged(frameId));
    });
  }

  const link = createViewerLink(
    {
      send(message) {
        if (typeof message !== 'string')
          send(
            new DataView(message.buffer).getUint32(4),
            videoKbps === undefined ? frameBytes : message.length,
          );
        return true;
      },
      backlog: () => 0,
      ping() {},
      close() {},
      terminate() {},
    },
    {
      format: 'binary',
      codecs: videoKbps === undefined ? [CODEC.jpeg] : [CODEC.h264, CODEC.jpeg],
      fps,
      now: () => now,
      onFirstFrame() {},
      needsKeyframe: () => events.add(now + TO_WORKER_MS, coder.keyframe),
      onRate: (kbps) => events.add(now + TO_WORKER_MS, () => coder.rate(kbps)),
    },
  );

  for (let frameId = 1; (frameId * 1000) / fps < length; frameId++) {
    events.add((frameId * 1000) / fps, () => {
      made.set(frameId, now);
      if (videoKbps !== undefined) link.offer(coder.next(frameId, now));
      else if (!windowed) send(frameId);
      else link.offer(newFrame({ id: frameId, at: now }, Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)));
    });
  }
  // The relay's tick.
  for (let at = 250; at < length; at += 250) events.add(at, () => link.flush());
  events.run((at) => {
    now = at;
    return at <= length;
  });

  return {
    sent,
    drawn,
    ages(from, to) {
      const ages: number[] = [];
      for (let at = from; at < to; at += 10) {
        const shown = drawn.findLast((one) => one.at <= at);
        if (shown) ages.push(at - shown.made);
      }
      return ages;
    },
  };
}

/** Sizes of an encoder's pictures that keeps to a rate, with a keyframe every two seconds and whenever one is asked for. */
function createCoder(wantedKbps: number, fps: number) {
  let kbps = wantedKbps;
  let nextKey = 0;
  let frame = 0;
  return {
    rate(next: number): void {
      kbps = Math.min(wantedKbps, next);
    },
    keyframe(): void {
      nextKey = frame;
    },
    next(id: number, at: number): Frame {
      const key = frame >= nextKey;
      if (key) nextKey = frame + 2 * fps;
      frame += 1;
      const bytes = key ? kbps * 125 * KEYFRAME_SECONDS : (kbps * 125 * PICTURES_SHARE) / fps;
      return newFrame({ id, at, codec: CODEC.h264, key }, new Uint8Array(Math.round(bytes)));
    },
  };
}

/** Things to do, each at its time. */
function createSchedule() {
  const waiting: { at: number; act: () => void }[] = [];
  return {
    add(at: number, act: () => void): void {
      const index = waiting.findIndex((one) => one.at > at);
      waiting.splice(index < 0 ? waiting.length : index, 0, { at, act });
    },
    run(arrive: (at: number) => boolean): void {
      for (let next = waiting.shift(); next && arrive(next.at); next = waiting.shift()) next.act();
    },
  };
}
