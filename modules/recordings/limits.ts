/** MB of memory that compiling a recording of 1280 × 720 takes at its height (220 were seen), and the server beside it. */
export const COMPILE_MB = 256;
export const SERVER_MB = 160;
/** Most bytes of a file that a browser checks: its signature takes all of it. */
export const MAX_CHECKED_BYTES = 500 * 1000 * 1000;
