import type { ModelImage } from '../../player/blend.ts';

/** Tracks which image of a stream, counted from 0, is the first to show each prompt. */
export function createReceipts() {
  let waiting: { id: string; number: number }[] = [];
  let count = 0;

  /** If several prompts are due, only the newest counts: it superseded the rest. */
  function shownAt(number: number): string | null {
    const shown = waiting.filter((one) => one.number <= number).at(-1);
    if (!shown) return null;
    waiting = waiting.filter((one) => one.number > number);
    return shown.id;
  }

  return {
    /** image `number`, or the next one if it has passed, is the first to show this prompt */
    due: (id: string, number: number) => void waiting.push({ id, number }),
    /** drops prompts due at or after image `from`: they were superseded before they showed */
    overtaken(from: number): void {
      waiting = waiting.filter(({ number }) => number < from);
    },
    /**
     * for a prompt with unchanged text: shows together with the other prompt, or with the next image if that one already
     * shows
     */
    sameAs(id: string, other: string): void {
      const same = waiting.find((one) => one.id === other);
      if (same) same.id = id;
      else waiting.push({ id, number: count });
    },
    /** Adds receipts to the next images. */
    stamp: (images: readonly Omit<ModelImage, 'shown'>[]) =>
      images.map((image) => ({ ...image, shown: shownAt(count++) })),
    /** images stamped so far */
    count: () => count,
  };
}
