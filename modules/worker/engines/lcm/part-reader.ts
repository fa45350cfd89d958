const MAX_HEADER_BYTES = 1024;
/** Largest image. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
const HEADER_END = '\r\n\r\n';
const MIN_HELD_BYTES = 64 * 1024;

/**
 * Splits a stream of `multipart/x-mixed-replace` into its parts, each as soon as it is complete. All these servers state
 * the length of each part.
 */
export function createPartReader(part: (bytes: Buffer) => void) {
  /** grows by doubling, so that small chunks aren't copied again and again */
  let held = Buffer.alloc(MIN_HELD_BYTES);
  let size = 0;

  function hold(chunk: Uint8Array): void {
    if (size + chunk.length > held.length) {
      const larger = Buffer.alloc(Math.max(2 * held.length, size + chunk.length));
      held.copy(larger, 0, 0, size);
      held = larger;
    }
    held.set(chunk, size);
    size += chunk.length;
  }

  /** @returns the rest after the first part; null if that isn't complete */
  function readPart(rest: Buffer): Buffer | null {
    const end = rest.subarray(0, MAX_HEADER_BYTES).indexOf(HEADER_END);
    if (end < 0 && rest.length > MAX_HEADER_BYTES) throw new Error('a part without a header');
    if (end < 0) return null;
    const [, digits] =
      /\r\ncontent-length: {0,4}(\d{1,8})(?:\r\n|$)/i.exec(rest.toString('latin1', 0, end)) ?? [];
    const length = Number(digits ?? Number.NaN);
    if (!(length <= MAX_PART_BYTES)) throw new Error('a part of unknown or excessive length');
    const from = end + HEADER_END.length;
    if (rest.length < from + length) return null;
    part(Buffer.from(rest.subarray(from, from + length)));
    const after = rest.subarray(from + length);
    return after.subarray(0, 2).toString('latin1') === '\r\n' ? after.subarray(2) : after;
  }

  return {
    /** @throws Error if it isn't such a stream */
    read(chunk: Uint8Array): void {
      hold(chunk);
      let rest: Buffer = held.subarray(0, size);
      for (let next = readPart(rest); next; next = readPart(rest)) rest = next;
      held.copyWithin(0, size - rest.length, size);
      size = rest.length;
    },
  };
}
