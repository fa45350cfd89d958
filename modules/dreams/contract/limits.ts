/** Constants shared with the browser, in a separate file so that the browser doesn't load the validator. */

export const NAME_MAX = 120;
export const SORTS = ['newest', 'oldest', 'name-asc', 'name-desc'] as const;
export const FEEDBACK_MAX = 1000;
export const SEARCH_MAX = 200;
export const REPORT_MAX = 1000;
export const ARCHIVE_ADDRESS = '/api/sessions/archive';
/** Headers of the archive's answer: bytes of the ZIP, and number of dreams left out. */
export const ARCHIVE_BYTES = 'X-Archive-Bytes';
export const ARCHIVE_LEFT_OUT = 'X-Archive-Left-Out';
/** Maximum messages in a dream's conversation. */
export const MESSAGES_MAX = 2000;
/** Maximum messages in a call; longer conversations need several. */
export const MESSAGES_A_CALL = 200;
/** Maximum characters in a message. */
export const MESSAGE_MAX = 2000;
/**
 * Maximum characters in a dream's conversation: 1,000 per second of its maximum length, far more than anyone says and
 * an assistant answers, and at least 200,000.
 */
export const conversationMax = (limitSeconds: number): number => Math.max(200_000, 1_000 * limitSeconds);
/** Maximum characters in all of a person's conversations, because a search reads them all. */
export const PERSON_TEXT_MAX = 8_000_000;
/** Maximum collections of a person, dreams in each, and characters in a collection's name. */
export const COLLECTIONS_MAX = 100;
export const COLLECTION_DREAMS_MAX = 1000;
export const COLLECTION_NAME_MAX = 80;
