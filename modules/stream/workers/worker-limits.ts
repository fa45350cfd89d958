import type { Clock } from '../../kit/clock.ts';
import { createTokenBucket } from '../../kit/flow/token-bucket.ts';
import { isSound } from '../../protocol/sound.ts';

/** Frames above the requested rate are thinned. A worker that exceeds it by a quarter is dropped … */
const MAX_OVER = 1.25;
/**
 * … once the excess amounts to this many seconds of frames. A connection that was stuck may deliver as many at once.
 */
const FRAME_SECONDS = 20;
/** The average allowed by the contract, measured over BYTE_SECONDS. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;
const BYTE_SECONDS = 5;
/** A dream accepts three prompts per second; progress and stats come on top. */
const MESSAGES_PER_SECOND = 30;
const MESSAGES_AT_ONCE = 300;

/** Packets of sound: 50 a second, and a connection's stall at once. */
const SOUND_PER_SECOND = 60;
const SOUND_AT_ONCE = 1_000;

/**
 * Limits what a worker may send, whatever its state.
 * @param fps the rate requested from it
 */
export function createWorkerLimits(clock: Clock, fps: number) {
  const frames = createTokenBucket(clock, { capacity: fps * FRAME_SECONDS, perSecond: fps * MAX_OVER });
  const sound = createTokenBucket(clock, { capacity: SOUND_AT_ONCE, perSecond: SOUND_PER_SECOND });
  const bytes = createTokenBucket(clock, {
    capacity: BYTES_PER_SECOND * BYTE_SECONDS,
    perSecond: BYTES_PER_SECOND,
  });
  const messages = createTokenBucket(clock, { capacity: MESSAGES_AT_ONCE, perSecond: MESSAGES_PER_SECOND });

  /** Counts a message. Returns an error text when there are too many. */
  return (message: string | Uint8Array): string | null => {
    if (!bytes.take(message.length)) return `it sends more than ${BYTES_PER_SECOND} bytes a second`;
    if (typeof message === 'string') return messages.take() ? null : 'it sends too many messages';
    if (isSound(message)) return sound.take() ? null : 'it sends too much sound';
    return frames.take() ? null : `it keeps sending more than ${fps} frames a second`;
  };
}
