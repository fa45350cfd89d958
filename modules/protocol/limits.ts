/** Most characters of one prompt. In a file of its own, so that a browser gets the figure without the validator. */
export const PROMPT_MAX = 1000;
