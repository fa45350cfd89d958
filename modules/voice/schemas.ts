/** POST /api/voice; the text is null where nobody wrote it down, the address where nothing was kept */
export interface VoiceAnswer {
  text: string | null;
  voice_recording_url: string | null;
}

/** POST /api/llm/hermes, as language models answer */
export interface AgentAnswer {
  choices: {
    index: number;
    message: { role: 'assistant'; content: string };
    finish_reason: 'stop';
  }[];
}
