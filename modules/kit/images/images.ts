import { createTurns } from '../turns.ts';
import type { ImageOrder } from './image-order.ts';
import { createImageProcess, type ImageLimits } from './image-process.ts';

/** The largest photos need two seconds of CPU time, and more wall time next to live dreams. */
const LIMITS: ImageLimits = {
  timeoutMs: 20_000,
  maxProcessorMs: 6_000,
  maxMemoryBytes: 768 * 1024 * 1024,
};
/** Concurrency limits: someone who uploads many images at once only delays themselves. */
const TURNS = { atOnce: 2, waitingEach: 4 };

export type Images = ReturnType<typeof createImages>;

/** Decodes images in a small pool of child processes that start on demand. */
export function createImages(limits: Partial<ImageLimits> = {}, turns: typeof TURNS = TURNS) {
  const { run } = createTurns(turns);
  const processes = Array.from({ length: turns.atOnce }, () => createImageProcess({ ...LIMITS, ...limits }));
  const free = [...processes];
  let closed = false;
  return {
    /**
     * Decodes an untrusted image; one at a time per person.
     * @param key identifies the person
     * @returns the output, or why the image was rejected
     * @throws AppError 429 if too many of this person's images are waiting
     */
    draw: (key: string, order: ImageOrder) =>
      run(key, async () => {
        if (closed) throw new Error('images are not decoded any more');
        const process = free.pop() as (typeof processes)[number];
        try {
          return await process.draw(order);
        } finally {
          free.push(process);
        }
      }),
    /** Kills all decoding processes; nothing is decoded after that. */
    close(): void {
      closed = true;
      for (const process of processes) process.end();
    },
  };
}
