import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import { packFrame } from '../../protocol/packed-frames.ts';
import type { Tape } from '../../recordings/recordings.ts';

/** A dream's concurrent reads: a page needs one, and a second one while it gives up the first. */
const MAX_READS = 4;
/** Ends earlier than requested. Ten seconds of JPEGs are more; the page then asks for the rest. */
const MAX_BYTES = 6 * 1024 * 1024;
/** A client that stops reading must not keep a file open. */
const TIMEOUT_MS = 30_000;

interface Wanted {
  /** ms since the epoch on the relay's clock */
  from: number;
  to: number;
  continues: boolean;
}

/** Streams parts of live tapes, and counts those that are open. */
export function createReads() {
  const open = new Map<string, number>();

  function close(dreamId: string): void {
    const left = (open.get(dreamId) ?? 0) - 1;
    if (left > 0) open.set(dreamId, left);
    else open.delete(dreamId);
  }

  return {
    /**
     * Packed frames whose timestamps are their receive times, in ms since the dream's start.
     * @throws AppError 429 while too many are being read
     */
    open(
      dreamId: string,
      tape: Pick<Tape, 'read'>,
      wanted: Wanted,
      startedAt: number,
    ): ReadableStream<Uint8Array<ArrayBuffer>> {
      const reads = open.get(dreamId) ?? 0;
      if (reads >= MAX_READS) throw new AppError(429, 'rate', m.kit_error_rate(), { retryAfter: 1 });
      open.set(dreamId, reads + 1);
      const frames = tape.read({ ...wanted, maxBytes: MAX_BYTES });
      let isOpen = true;
      const end = async () => {
        if (!isOpen) return;
        isOpen = false;
        clearTimeout(timer);
        close(dreamId);
        await frames.return();
      };
      const timer = setTimeout(() => void end(), TIMEOUT_MS);
      return new ReadableStream({
        async pull(controller) {
          try {
            const { value, done } = await frames.next();
            if (value) {
              const { frameId: id, at, codec, key, bytes } = value;
              return controller.enqueue(packFrame({ id, at: at - startedAt, codec, key }, bytes));
            }
            if (done) controller.close();
          } catch (error) {
            controller.error(error);
          }
          await end();
        },
        cancel: end,
      });
    },
  };
}
