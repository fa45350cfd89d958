/** Maximum prompt length in characters. In its own file, so that browsers don't load the validator. */
export const PROMPT_MAX = 1000;

/** Frames of a camera or screen: their sides in pixels, their rate, and the maximum bytes of one JPEG. */
export const VIDEO_SIDE_MIN = 64;
export const VIDEO_SIDE_MAX = 1280;
export const VIDEO_FPS_MAX = 30;
export const VIDEO_FRAME_BYTES = 256 * 1024;

/** Maximum length of a text with its codes, in a worker’s message. */
export const CODES_MAX = 8_000;

/** Longest suggestion of a watcher, in characters. */
export const SUGGESTION_MAX = 300;
/** Duration of a vote, in seconds. */
export const BALLOT_MIN = 5;
export const BALLOT_MAX = 120;

/**
 * A watcher's page acknowledges video frames together, at most this late, in ms. Each of 1000 watchers then costs the
 * relay 1.45 times a bare pipe's CPU, and 1.7 times at 200 ms. A connection with half the stream's bandwidth shows
 * frames 0.4 s older in return.
 */
export const WATCHER_ACK_MS = 500;
