/** Maximum prompt length in characters. In its own file, so that browsers don't load the validator. */
export const PROMPT_MAX = 1000;
