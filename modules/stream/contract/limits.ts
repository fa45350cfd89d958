/** Maximum settled prompts listed on a dream's page; pending ones are listed in addition. */
export const PROMPTS_LISTED = 100;
/** Maximum size of an uploaded start image. */
export const IMAGE_MAX_BYTES = 12 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 4096 * 4096;

/** Code of a connect that is refused because the plan's streams are used up. */
export const OVER_QUOTA = 'over-quota';

/** Longest part of a live dream's tape that one call returns. */
export const REWIND_MAX_MS = 10_000;
/** Length of a clip that is kept from a live dream. */
export const CLIP_MS = 30_000;
/** Clips that are kept from one dream. */
export const CLIPS_MAX = 10;
