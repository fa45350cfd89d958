/**
 * Waits for work, but at most `ms`; the work itself continues.
 * @returns its result, or null on timeout
 * @throws the work's error, or `tooLate()` on timeout if given
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
