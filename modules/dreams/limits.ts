/** Figures that the browser needs too; in a file of their own, so that it gets them without the validator. */

export const NAME_MAX = 120;
export const FEEDBACK_MAX = 1000;
export const SEARCH_MAX = 200;
export const REPORT_MAX = 1000;
/** Most messages that one dream's conversation keeps. */
export const MESSAGES_MAX = 2000;
/** Most messages that one call brings; a longer conversation takes several. */
export const MESSAGES_A_CALL = 200;
/** Most characters of one message. */
export const MESSAGE_MAX = 2000;
