import { AppError } from '../errors.ts';

/** A page sends its recording and a spoken phrase at once, and a person may have two of them open. */
const EACH_MAX = 4;
const ALL_MAX = 32;
/** From here on a person has only one: some few can't take what is left from everybody. */
const SCARCE = ALL_MAX / 2;
const RETRY_AFTER_SECONDS = 2;

/** Bounds how many uploads are under way, of one person and in all. */
export function createUploadSlots() {
  const taken = new Map<string, number>();
  let all = 0;

  return async function withSlot<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = taken.get(key) ?? 0;
    if (own >= (all < SCARCE ? EACH_MAX : 1)) {
      throw new AppError(429, 'uploads', 'Too many uploads at once.', { retryAfter: RETRY_AFTER_SECONDS });
    }
    if (all >= ALL_MAX) {
      throw new AppError(503, 'uploads', 'The server is busy with other uploads.', {
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

/** Runs the work of one key one after the other. */
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
