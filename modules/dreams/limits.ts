/** Figures and names that the browser needs too; in a file of their own, so that it gets them without the validator. */

export const NAME_MAX = 120;
export const FEEDBACK_MAX = 1000;
export const SEARCH_MAX = 200;
export const REPORT_MAX = 1000;
export const ARCHIVE_ADDRESS = '/api/sessions/archive';
/** Headers of its answer: bytes of the ZIP, and how many of the dreams could not be packed. */
export const ARCHIVE_BYTES = 'X-Archive-Bytes';
export const ARCHIVE_LEFT_OUT = 'X-Archive-Left-Out';
/** Most messages that one dream's conversation keeps. */
export const MESSAGES_MAX = 2000;
/** Most messages that one call brings; a longer conversation takes several. */
export const MESSAGES_A_CALL = 200;
/** Most characters of one message. */
export const MESSAGE_MAX = 2000;
/**
 * Most characters of one dream's conversation: 1,000 for each second that it may last, which is many times what
 * anybody says and an assistant answers, and not less than 200,000.
 */
export const conversationMax = (limitSeconds: number): number => Math.max(200_000, 1_000 * limitSeconds);
/** Most characters of all conversations of one person; a search reads them all. */
export const PERSON_TEXT_MAX = 8_000_000;
