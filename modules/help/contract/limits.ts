/** Maximum characters of a question. In its own file, so that browsers get it without the validator. */
export const QUESTION_MAX = 2000;
