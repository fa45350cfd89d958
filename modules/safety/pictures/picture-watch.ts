import type { Clock } from '../../../src/kit/clock.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Flag } from '../shared/categories.ts';
import type { Coded } from './picture-classifier.ts';

/** Flagged samples after which a dream ends: so many in a row, or so many in all of it. */
const MAX_IN_A_ROW = 3;
const MAX_IN_ALL = 6;

/** The pictures of one live dream. */
export interface PictureWatch {
  /** Looks at a frame if it shows by itself and one is due. It never waits: while another is classified this one is dropped. */
  offer(frame: Pick<Frame, 'key' | 'codec' | 'bytes'>): void;
  readonly isBlurred: boolean;
}

/** Acts of a dream's room about its pictures. */
export interface WatchEvents {
  /** what is shown is to be blurred from now on, or not any more */
  blur(isBlurred: boolean): void;
  /** the dream has to end */
  end(): void;
}

interface WatchParts {
  clock: Clock;
  everyMs: number;
  /** The label of a picture that counts; null where none does, undefined where it could not be classified. */
  look(picture: Coded): Promise<Flag | null | undefined>;
  decided(act: 'blurred' | 'released' | 'ended', flag: Flag): void;
}

/** Samples a dream's frames: blurs it with the first flagged one until a later one passes, and ends it when that repeats. */
export function createPictureWatch(
  { clock, everyMs, look, decided }: WatchParts,
  events: WatchEvents,
): PictureWatch {
  let dueAt = 0;
  let isBusy = false;
  let isBlurred = false;
  let isOver = false;
  let inARow = 0;
  let inAll = 0;
  let last: Flag | null = null;

  function flagged(flag: Flag): void {
    inARow += 1;
    inAll += 1;
    last = flag;
    if (inARow >= MAX_IN_A_ROW || inAll >= MAX_IN_ALL) {
      isOver = true;
      decided('ended', flag);
      events.end();
      return;
    }
    if (isBlurred) return;
    isBlurred = true;
    decided('blurred', flag);
    events.blur(true);
  }

  function passed(): void {
    inARow = 0;
    if (!isBlurred || !last) return;
    isBlurred = false;
    decided('released', last);
    events.blur(false);
  }

  async function classify(picture: Coded): Promise<void> {
    const flag = await look(picture);
    isBusy = false;
    if (isOver || flag === undefined) return;
    if (flag) flagged(flag);
    else passed();
  }

  return {
    offer({ key, codec, bytes }) {
      if (!key || isBusy || isOver) return;
      const now = clock.monotonic();
      if (now < dueAt) return;
      dueAt = now + everyMs;
      isBusy = true;
      void classify({ codec, bytes });
    },
    get isBlurred() {
      return isBlurred;
    },
  };
}
