import type { SessionEvents } from './adapter.ts';
import { createImageDecoder } from './decode-image.ts';
import type { SessionEnd } from './session-end.ts';

/** Encoded images of one step of a model. */
export interface Burst {
  jpegs: readonly Uint8Array[];
  /** the prompt that its first image is the first to show */
  shown: string | null;
}

/** Maximum waiting bursts; if decoding is slower, the oldest are dropped, but not their receipts. */
const MAX_WAITING = 3;

/** Decodes an engine's bursts one after another, until its session ends and calls `close`. */
export function createBurstDecoder({ images }: Pick<SessionEvents, 'images'>, end: SessionEnd) {
  const decoder = createImageDecoder();
  const waiting: Burst[] = [];
  let isDecoding = false;

  async function decode(): Promise<void> {
    if (isDecoding) return;
    isDecoding = true;
    try {
      for (let burst = waiting.shift(); burst && !end.isOver(); burst = waiting.shift()) {
        let { shown } = burst;
        for await (const part of decoder.decodeAll(burst.jpegs)) {
          if (end.isOver()) break;
          images(part.map((image, i) => ({ ...image, shown: i === 0 ? shown : null })));
          shown = null;
        }
      }
    } catch (error) {
      end.fail(error);
    }
    isDecoding = false;
  }

  return {
    add(burst: Burst): void {
      waiting.push(burst);
      if (waiting.length > MAX_WAITING) {
        const [left, next] = [waiting.shift(), waiting[0]];
        if (next) next.shown ??= left?.shown ?? null;
      }
      void decode();
    },
    close: decoder.close,
  };
}
