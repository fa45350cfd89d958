/** Most characters of one prompt. In a file of its own, so that a browser gets the figure without the validator. */
export const PROMPT_MAX = 1000;
/** Most settled prompts of a dream that its page lists; those on their way come on top. */
export const PROMPTS_LISTED = 100;
/** Most earlier messages that an assistant is given. */
export const AGENT_HISTORY_MAX = 20;
/** Most tokens that it may answer with. */
export const AGENT_TOKENS = 256;
/** Most characters of a person's own system prompt. */
export const SYSTEM_PROMPT_MAX = 2000;
/** Most bytes of a picture that a dream begins with, as it is brought. */
export const PICTURE_MAX_BYTES = 12 * 1024 * 1024;
/** Most pixels of it. */
export const PICTURE_MAX_PIXELS = 4096 * 4096;
/** Whisper hears at this rate, in samples a second. */
export const SAMPLE_RATE = 16_000;
/** Most samples that it hears at once: 30 s. */
export const WINDOW_SAMPLES = 480_000;
/** Most bytes of one voice recording. */
export const VOICE_MAX_BYTES = 16 * 1024 * 1024;
/** Most bytes of all recordings of one dream: each page that it was spoken to makes one. */
export const VOICE_DREAM_MAX_BYTES = 32 * 1024 * 1024;
/** Most bytes of all recordings that are kept of one person: some five hundred dreams of five minutes. */
export const VOICE_PERSON_MAX_BYTES = 1024 * 1024 * 1024;
/** Most bytes of one spoken phrase that is only transcribed: a window of speech as WAV, and as much again. */
export const PHRASE_MAX_BYTES = 2 * 1024 * 1024;
/** How long after its end a dream still takes what was said in it; a page hands the rest in within seconds. */
export const VOICE_AFTER_END_MS = 2 * 60_000;
/** MB of memory that compiling a recording of 1280 × 720 takes at its height (220 were seen), and the server beside it. */
export const COMPILE_MB = 256;
export const SERVER_MB = 160;
