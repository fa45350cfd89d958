import type { Clock } from '../../kit/clock.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Flag } from '../contract/categories.ts';
import type { Coded } from './image-classifier.ts';

/** Number of flagged samples that ends a dream: in a row, or in total. */
const MAX_IN_A_ROW = 3;
const MAX_IN_ALL = 6;

/** Checks the frames of a live dream. */
export interface FrameWatch {
  /**
   * Samples the frame if it is self-contained and a sample is due. Never waits: while another frame is being
   * classified, this one is dropped.
   */
  offer(frame: Pick<Frame, 'key' | 'codec' | 'bytes'>): void;
  readonly isBlurred: boolean;
}

/** Callbacks into the dream's room. */
export interface WatchEvents {
  /** blurs the stream, or clears it again */
  blur(isBlurred: boolean): void;
  /** ends the dream */
  end(): void;
}

interface WatchParts {
  clock: Clock;
  everyMs: number;
  /** The flag of an image, null if there is none, undefined if it couldn't be classified. */
  look(picture: Coded): Promise<Flag | null | undefined>;
  decided(act: 'blurred' | 'released' | 'ended', flag: Flag): void;
}

/**
 * Samples a dream's frames: the first flagged one blurs the dream until a later one passes, and repeated flags end it.
 */
export function createFrameWatch(
  { clock, everyMs, look, decided }: WatchParts,
  events: WatchEvents,
): FrameWatch {
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
