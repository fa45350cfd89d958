import { newFrame } from '../../protocol/testing/new-frame.ts';
import { createViewerLink } from '../viewer/viewer-link.ts';

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

  function send(frameId: number): void {
    sent.push({ frameId, at: now });
    const arrives = transmit(frameBytes);
    events.add(arrives, () => {
      drawn.push({ frameId, made: made.get(frameId) ?? 0, at: now });
      if (acknowledges(now)) events.add(now + line.delay, () => link.acknowledged(frameId));
    });
  }

  const link = createViewerLink(
    {
      send(message) {
        if (typeof message !== 'string') send(new DataView(message.buffer).getUint32(4));
        return true;
      },
      backlog: () => 0,
      ping() {},
      close() {},
      terminate() {},
    },
    {
      format: 'binary',
      codecs: [0],
      fps,
      now: () => now,
      onFirstFrame() {},
      needsKeyframe() {},
      onRate() {},
    },
  );

  for (let frameId = 1; (frameId * 1000) / fps < length; frameId++) {
    events.add((frameId * 1000) / fps, () => {
      made.set(frameId, now);
      if (!windowed) send(frameId);
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
