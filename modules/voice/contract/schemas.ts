import { z } from 'zod';

/** POST /api/voice. `text` is null if it wasn't transcribed; the URL is null if nothing was stored. */
export const voiceAnswer = z.object({
  text: z.string().nullable(),
  voice_recording_url: z.string().nullable(),
});
export type VoiceAnswer = z.infer<typeof voiceAnswer>;

/** POST /api/llm/hermes, in the format of language model APIs */
export interface AgentAnswer {
  choices: {
    index: number;
    message: { role: 'assistant'; content: string };
    finish_reason: 'stop';
  }[];
}
