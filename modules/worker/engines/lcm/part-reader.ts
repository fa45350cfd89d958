const MAX_HEADER_BYTES = 1024;
/** Largest image. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
const HEADER_END = '\r\n\r\n';
const NOTHING = Buffer.alloc(0);

/**
 * Splits a stream of `multipart/x-mixed-replace` into its parts, each as soon as it is complete. All these servers state
 * the length of each part.
 */
export function createPartReader(part: (bytes: Buffer) => void) {
  let rest = NOTHING;
  return {
    /** @throws Error if it isn't such a stream */
    read(chunk: Uint8Array): void {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
      for (;;) {
        const end = rest.subarray(0, MAX_HEADER_BYTES).indexOf(HEADER_END);
        if (end < 0 && rest.length > MAX_HEADER_BYTES) throw new Error('a part without a header');
        if (end < 0) return;
        const [, digits] =
          /\r\ncontent-length: {0,4}(\d{1,8})(?:\r\n|$)/i.exec(rest.toString('latin1', 0, end)) ?? [];
        const length = Number(digits ?? Number.NaN);
        if (!(length <= MAX_PART_BYTES)) throw new Error('a part of unknown or excessive length');
        const from = end + HEADER_END.length;
        if (rest.length < from + length) return;
        part(Buffer.from(rest.subarray(from, from + length)));
        rest = rest.subarray(from + length);
        if (rest.length > 0 && rest.subarray(0, 2).toString('latin1') === '\r\n') rest = rest.subarray(2);
      }
    },
  };
}
