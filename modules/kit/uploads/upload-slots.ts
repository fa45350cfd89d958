import { AppError } from '../errors.ts';
import { m } from '../texts/m.ts';

/** A page may upload its recording and a spoken phrase at once, and a person may have two pages open. */
const EACH_MAX = 4;
const ALL_MAX = 32;
/** From here on each person only gets one slot, so that a few people can't take them all. */
const SCARCE = ALL_MAX / 2;
const RETRY_AFTER_SECONDS = 2;

/** Limits concurrent uploads per person and in total. */
export function createUploadSlots() {
  const taken = new Map<string, number>();
  let all = 0;

  return async function withSlot<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = taken.get(key) ?? 0;
    if (own >= (all < SCARCE ? EACH_MAX : 1)) {
      throw new AppError(429, 'uploads', m.kit_error_uploads(), { retryAfter: RETRY_AFTER_SECONDS });
    }
    if (all >= ALL_MAX) {
      throw new AppError(503, 'uploads', m.kit_error_uploads_busy(), {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    taken.set(key, own + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    }
  };
}

/** Runs work with the same key one at a time. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
