/** Positions of the frames that a recording's still is chosen from, as fractions of the video, best first. */
export const STILL_POSITIONS = [1 / 3, 0.45, 0.25, 0.6, 0.8, 0.1] as const;
