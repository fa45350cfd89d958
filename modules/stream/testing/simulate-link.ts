import { CODEC } from '../../protocol/codecs.ts';
import type { Frame } from '../../protocol/frame.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { ViewerLink } from '../viewer/viewer-link.ts';

/** Latency of an order to the worker, including the frame in progress. */
const TO_WORKER_MS = 40;
/** Size of a keyframe in seconds of bitrate. The frames between share most of the rest. */
const KEYFRAME_SECONDS = 0.2;
const DELTA_SHARE = 0.9;

/** A connection between relay and viewer, modelled as a queue of bytes, like a modem or mobile link. */
export interface Line {
  /** bandwidth in bit/s at a time in ms */
  bandwidth(at: number): number;
  /** one-way latency in ms, on top of the transmission time */
  delay: number;
}

export interface Simulation {
  line: Line;
  /** ms */
  length: number;
  fps?: number;
  /** size of a frame in bytes */
  frameBytes?: number;
  /** maximum video bitrate in kbit/s; absent: JPEGs */
  videoKbps?: number;
  /** false: every frame is sent at once, ignoring acknowledgements */
  windowed?: boolean;
  /** true if the viewer acknowledges a frame drawn at this time; default: always */
  acknowledges?(at: number): boolean;
}

export interface Drawn {
  frameId: number;
  /** times in ms at which the frame was generated and drawn */
  made: number;
  at: number;
}

export interface Outcome {
  sent: { frameId: number; at: number }[];
  drawn: Drawn[];
  /** age in ms of the frame on screen, sampled every 10 ms */
  ages(from: number, to: number): number[];
}

/** Simulates a generator, the relay's viewer link and a viewer behind a slow connection. */
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

  /** Sends the bytes in small pieces, since the bandwidth changes on the way. */
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

  const link = new ViewerLink(
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
      locale: 'en',
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

/** Frame sizes of a constant-bitrate encoder, with a keyframe every two seconds and on request. */
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
      const bytes = key ? kbps * 125 * KEYFRAME_SECONDS : (kbps * 125 * DELTA_SHARE) / fps;
      return newFrame({ id, at, codec: CODEC.h264, key }, new Uint8Array(Math.round(bytes)));
    },
  };
}

/** An event queue in simulated time. */
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
