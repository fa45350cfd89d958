/** Most characters of one question. In a file of its own, so that a browser gets it without the validator. */
export const QUESTION_MAX = 2000;
