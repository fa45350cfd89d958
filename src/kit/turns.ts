import { AppError } from './errors.ts';

interface Waiting {
  key: string;
  begin(): void;
}

/**
 * Lets heavy work run a few at once, and each person's one after the other, in the order in which they came: a person
 * who asks for much at once delays only themselves.
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
    /** @throws AppError 429 when too much of this key waits already */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (waiting.filter((one) => one.key === key).length >= waitingEach) {
        throw new AppError(429, 'turns', 'Too many requests at once. Please wait a moment and try again.', {
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
