export const HANDLE_MIN = 3;
export const HANDLE_MAX = 30;
export const PROFILE_NAME_MAX = 50;
export const BIO_MAX = 300;
/** Handles that a person keeps: the current one, and earlier ones, which no one else may take over. */
export const HANDLES_KEPT = 5;
/** Dreams in a feed. */
export const FEED_MAX = 50;
