import type { Marks } from '../marks/marks.ts';

/** Place of a picture of the tape in the video. */
export interface Place {
  /** its generator's number */
  frameId: number;
  /** of the video, from 0 */
  frame: number;
  /** ms from the start of the video */
  at: number;
}

/**
 * The prompts with the frame and the second of the video that first show them, in the place of the generator's number and
 * the time of the day: frames are left out and thinned on the way, and a generator counts from wherever it likes.
 */
export function placePrompts(
  prompts: Marks['prompts'],
  places: readonly Place[],
  durationMs: number,
): Marks['prompts'] {
  return prompts.map(({ text, seconds, frame }) => {
    const place =
      frame === null
        ? places.findLast(({ at }) => at <= seconds * 1000)
        : places.find(({ frameId }) => frameId >= frame);
    // One that came into no recorded frame stands behind them all.
    return place
      ? { text, seconds: place.at / 1000, frame: place.frame }
      : { text, seconds: durationMs / 1000, frame: null };
  });
}
