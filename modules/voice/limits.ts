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
/** Time after its end for which a dream still takes what was said in it; a page hands the rest in within seconds. */
export const VOICE_AFTER_END_MS = 2 * 60_000;
/** Most earlier messages that an assistant is given. */
export const AGENT_HISTORY_MAX = 20;
/** Most tokens that it may answer with. */
export const AGENT_TOKENS = 256;
/** Most characters of a person's own system prompt. */
export const SYSTEM_PROMPT_MAX = 2000;
