export const SHOTS_MAX = 200;
export const SCORE_NAME_MAX = 120;
/** Latest time of a shot, in seconds. */
export const AT_MAX = 24 * 3600;
/** Longest soft transition in seconds. */
export const SOFT_MAX = 30;
/** Silence in seconds after which a dream may continue by itself. */
export const GO_ON = { min: 10, max: 120, usual: 25 } as const;
/** Shortest loop in seconds. */
export const LOOP_MIN = 5;
/** Scores that a person may keep. */
export const SCORES_MAX = 100;
/** Longest imported file, in characters. */
export const IMPORT_MAX = 512 * 1024;
/** Largest request with a score. */
export const SCORE_BODY_MAX = 1024 * 1024;
