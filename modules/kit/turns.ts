import { AppError } from './errors.ts';
import { m } from './texts/m.ts';

interface Waiting {
  key: string;
  begin(): void;
}

/**
 * Limits concurrency to `atOnce`, with at most one task per person, in order of arrival; someone who requests a lot
 * only delays themselves.
 */
export function createTurns({ atOnce, waitingEach }: { atOnce: number; waitingEach: number }) {
  const running = new Set<string>();
  const waiting: Waiting[] = [];

  function beginNext(): void {
    while (running.size < atOnce) {
      const place = waiting.findIndex(({ key }) => !running.has(key));
      const [next] = place < 0 ? [] : waiting.splice(place, 1);
      if (!next) return;
      running.add(next.key);
      next.begin();
    }
  }

  return {
    /** @throws AppError 429 if too many tasks with this key are waiting */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (waiting.filter((one) => one.key === key).length >= waitingEach) {
        throw new AppError(429, 'turns', m.kit_error_turns(), {
          retryAfter: 1,
        });
      }
      await new Promise<void>((begin) => {
        waiting.push({ key, begin });
        beginNext();
      });
      try {
        return await work();
      } finally {
        running.delete(key);
        beginNext();
      }
    },
  };
}
