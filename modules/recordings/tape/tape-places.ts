import { TAPE_HEADER_BYTES } from './tape-format.ts';

/** Minimum interval between indexed keyframes. Reading starts at most this much before the frame that is wanted. */
const SPACING_MS = 250;

/** Keyframes of a live tape by time, so that no read has to search for its start. */
export function createTapePlaces() {
  const keys: { at: number; offset: number }[] = [];
  let firstAt: number | null = null;
  let lastAt: number | null = null;

  return {
    /** receive times of the first and last frame in the file */
    get span() {
      return firstAt === null || lastAt === null ? null : { from: firstAt, to: lastAt };
    },

    /** Called for each record that the file has, in order. */
    add({ key, at }: { key: boolean; at: number }, offset: number): void {
      firstAt ??= at;
      lastAt = at;
      if (key && at - (keys.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= SPACING_MS) keys.push({ at, offset });
    },

    /** Offset of the record to start from for a frame of this time. */
    before: (at: number): number =>
      (keys.findLast((key) => key.at <= at) ?? keys[0])?.offset ?? TAPE_HEADER_BYTES,
  };
}
