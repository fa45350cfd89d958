import { createTurns } from '../turns.ts';
import type { DrawnImage, ImageFault, ImageOrder } from './image-order.ts';
import { createImageProcess, type ImageLimits } from './image-process.ts';

/** The largest photos take two seconds of a processor, which they may have to wait for beside live dreams. */
const LIMITS: ImageLimits = {
  timeoutMs: 20_000,
  maxProcessorMs: 6_000,
  maxMemoryBytes: 768 * 1024 * 1024,
};
/** A person who brings images as fast as they may waits for themselves, and others go on beside them. */
const TURNS = { atOnce: 2, waitingEach: 4 };

export interface Images {
  /**
   * Decodes an image that came from outside, one of a person at a time.
   * @param key whose it is
   * @returns what was asked for, or why the image is not taken
   * @throws AppError 429 when too many of theirs wait already
   */
  draw(key: string, order: ImageOrder): Promise<DrawnImage | ImageFault>;
  /** Ends what decodes, wherever that is; nothing is decoded any more. */
  close(): void;
}

/** Decodes images in processes of their own, a few at once, started when they are needed. */
export function createImages(limits: Partial<ImageLimits> = {}, turns: typeof TURNS = TURNS): Images {
  const { run } = createTurns(turns);
  const processes = Array.from({ length: turns.atOnce }, () => createImageProcess({ ...LIMITS, ...limits }));
  const free = [...processes];
  let closed = false;
  return {
    draw: (key, order) =>
      run(key, async () => {
        if (closed) throw new Error('images are not decoded any more');
        const process = free.pop() as (typeof processes)[number];
        try {
          return await process.draw(order);
        } finally {
          free.push(process);
        }
      }),
    close() {
      closed = true;
      for (const process of processes) process.end();
    },
  };
}
