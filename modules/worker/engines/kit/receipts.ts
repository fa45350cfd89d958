import type { Picture } from '../../player/blend.ts';

/** Which picture of a stream is the first to show which prompt, by their numbers from 0 on. */
export interface Receipts {
  /** the picture of that number, or the next one that comes, is the first that shows this prompt */
  due(id: string, number: number): void;
  /** prompts that were due from that picture on were overtaken before they showed */
  overtaken(from: number): void;
  /** of an equal prompt: it shows where this one does, or with the next picture where that has come already */
  sameAs(id: string, other: string): void;
  /** Gives the next pictures their receipts. */
  stamp(pictures: readonly Omit<Picture, 'shown'>[]): Picture[];
  /** pictures so far */
  count(): number;
}

export function createReceipts(): Receipts {
  let waiting: { id: string; number: number }[] = [];
  let count = 0;

  /** A picture that is the first of several prompts counts for the newest: the others were overtaken. */
  function shownAt(number: number): string | null {
    const shown = waiting.filter((one) => one.number <= number).at(-1);
    if (!shown) return null;
    waiting = waiting.filter((one) => one.number > number);
    return shown.id;
  }

  return {
    due: (id, number) => void waiting.push({ id, number }),
    overtaken(from) {
      waiting = waiting.filter(({ number }) => number < from);
    },
    sameAs(id, other) {
      const same = waiting.find((one) => one.id === other);
      if (same) same.id = id;
      else waiting.push({ id, number: count });
    },
    stamp: (pictures) => pictures.map((picture) => ({ ...picture, shown: shownAt(count++) })),
    count: () => count,
  };
}
