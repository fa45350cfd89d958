/** Most characters of one prompt. In a file of its own, so that a browser gets the figure without the validator. */
export const PROMPT_MAX = 1000;
/** Most earlier messages that an assistant is given. */
export const AGENT_HISTORY_MAX = 20;
/** Most tokens that it may answer with. */
export const AGENT_TOKENS = 256;
/** Most characters of a person's own system prompt. */
export const SYSTEM_PROMPT_MAX = 2000;
/** Whisper hears at this rate, in samples a second. */
export const SAMPLE_RATE = 16_000;
/** Most samples that it hears at once: 30 s. */
export const WINDOW_SAMPLES = 480_000;
/** Most bytes of one voice recording. */
export const VOICE_MAX_BYTES = 16 * 1024 * 1024;
