import { MAX_BURST_BYTES, type Pixels } from '../kit/decode-image.ts';

/** Puts the images of a video together again to the chunks that they came in, which play as a whole unless large. */
export function createChunks(give: (images: readonly Pixels[]) => void, maxBytes = MAX_BURST_BYTES) {
  /** images still to come of each chunk */
  const sizes: number[] = [];
  let waiting: Pixels[] = [];
  let bytes = 0;

  function giveWaiting(): void {
    const images = waiting;
    [waiting, bytes] = [[], 0];
    give(images);
  }

  return {
    expect: (size: number) => void sizes.push(size),
    decoded(images: readonly Pixels[]): void {
      for (const image of images) {
        waiting.push(image);
        bytes += image.pixels.length;
        const left = (sizes[0] ?? 1) - 1;
        if (left > 0) sizes[0] = left;
        else sizes.shift();
        if (left <= 0 || bytes >= maxBytes) giveWaiting();
      }
    },
  };
}
