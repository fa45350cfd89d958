/**
 * Waits for the work, this long at most; the work itself goes on.
 * @returns its result, or null when the time is over before
 * @throws what the work throws in time, and `tooLate()` in place of null where it is given
 */
export async function within<T>(work: PromiseLike<T>, ms: number): Promise<T | null>;
export async function within<T>(work: PromiseLike<T>, ms: number, tooLate: () => Error): Promise<T>;
export async function within<T>(work: PromiseLike<T>, ms: number, tooLate?: () => Error): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve, reject) => {
    timer = setTimeout(() => (tooLate ? reject(tooLate()) : resolve(null)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
