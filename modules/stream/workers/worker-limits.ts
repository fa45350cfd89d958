import type { Clock } from '../../../src/kit/clock.ts';
import { createTokenBucket } from '../../../src/kit/flow/token-bucket.ts';

/** Frames above the asked rate are thinned; a worker that goes on sending a quarter more than that is dropped … */
const MAX_OVER = 1.25;
/** … once that has become so many seconds of frames: a connection that was stuck may bring as many at once. */
const PICTURE_SECONDS = 20;
/** The contract's average, over this many seconds. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;
const BYTE_SECONDS = 5;
/** A dream takes three prompts a second; progress and figures come on top. */
const MESSAGES_PER_SECOND = 30;
const MESSAGES_AT_ONCE = 300;

/**
 * Limits on what one worker may send, whatever it is busy with.
 * @param fps the rate that it is asked for
 */
export function createWorkerLimits(clock: Clock, fps: number) {
  const pictures = createTokenBucket(clock, { capacity: fps * PICTURE_SECONDS, perSecond: fps * MAX_OVER });
  const bytes = createTokenBucket(clock, {
    capacity: BYTES_PER_SECOND * BYTE_SECONDS,
    perSecond: BYTES_PER_SECOND,
  });
  const messages = createTokenBucket(clock, { capacity: MESSAGES_AT_ONCE, perSecond: MESSAGES_PER_SECOND });

  /** Counts one message; returns a fault in words when there are too many. */
  return (message: string | Uint8Array): string | null => {
    if (!bytes.take(message.length)) return `it sends more than ${BYTES_PER_SECOND} bytes a second`;
    if (typeof message === 'string') return messages.take() ? null : 'it sends too many messages';
    return pictures.take() ? null : `it goes on sending more than ${fps} pictures a second`;
  };
}
