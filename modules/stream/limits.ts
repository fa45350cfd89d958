/** Most settled prompts of a dream that its page lists; those on their way come on top. */
export const PROMPTS_LISTED = 100;
/** Maximum bytes of an uploaded start image. */
export const PICTURE_MAX_BYTES = 12 * 1024 * 1024;
/** Most pixels of it. */
export const PICTURE_MAX_PIXELS = 4096 * 4096;
