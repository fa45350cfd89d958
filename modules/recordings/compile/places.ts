import type { Marks } from '../marks/marks.ts';

/** Position of a recorded frame in the video. */
export interface Place {
  /** the generator's frame number */
  frameId: number;
  /** frame of the video, from 0 */
  frame: number;
  /** ms from the start of the video */
  at: number;
}

/**
 * Replaces each prompt's generator frame number and wall-clock time with the frame and second of the video that first
 * show it. They differ because recording drops and thins frames, and generators number frames from any start.
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
    // A prompt that no recorded frame shows goes to the end of the video.
    return place
      ? { text, seconds: place.at / 1000, frame: place.frame }
      : { text, seconds: durationMs / 1000, frame: null };
  });
}
