/** Maximum settled prompts listed on a dream's page; pending ones are listed in addition. */
export const PROMPTS_LISTED = 100;
/** Maximum size of an uploaded start image. */
export const IMAGE_MAX_BYTES = 12 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 4096 * 4096;
