/** POST /api/voice. `text` is null if it wasn't transcribed; the URL is null if nothing was stored. */
export interface VoiceAnswer {
  text: string | null;
  voice_recording_url: string | null;
}

/** POST /api/llm/hermes, in the format of language model APIs */
export interface AgentAnswer {
  choices: {
    index: number;
    message: { role: 'assistant'; content: string };
    finish_reason: 'stop';
  }[];
}
