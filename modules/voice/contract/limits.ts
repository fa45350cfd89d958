/** Whisper's sample rate, in Hz. */
export const SAMPLE_RATE = 16_000;
/** Samples in Whisper's 30-second window. */
export const WINDOW_SAMPLES = 480_000;
/** Maximum size of one voice recording. */
export const VOICE_MAX_BYTES = 16 * 1024 * 1024;
/** Maximum total size of a dream's recordings. Each page that the user spoke on makes one. */
export const VOICE_DREAM_MAX_BYTES = 32 * 1024 * 1024;
/** Maximum total size of a user's recordings: about five hundred dreams of five minutes. */
export const VOICE_PERSON_MAX_BYTES = 1024 * 1024 * 1024;
/** Maximum size of a phrase that is only transcribed: twice a 30-second window as WAV. */
export const PHRASE_MAX_BYTES = 2 * 1024 * 1024;
/** Time after its end during which a dream still accepts recordings. Pages send the rest within seconds. */
export const VOICE_AFTER_END_MS = 2 * 60_000;
/** Maximum earlier messages given to the assistant. */
export const AGENT_HISTORY_MAX = 20;
/** Maximum tokens in the assistant's answer. */
export const AGENT_TOKENS = 256;
/** Maximum characters of a user's own system prompt. */
export const SYSTEM_PROMPT_MAX = 2000;
