/** How speech becomes text: a model in this browser, or the server's. */
export type VoiceMode = 'local' | 'server';

/** Page → voice worker. */
export type VoiceCommand =
  | {
      type: 'start';
      mode: VoiceMode;
      /** sound from the worklet comes through here, so that the page never touches it */
      port: MessagePort;
      sessionId: string;
      /** name and place of the model, and the language of the person's browser */
      model: string;
      modelHost: string;
      /** path below the host, with {model} and {revision} */
      modelPath: string;
      language: string | null;
      wasm: { mjs: string; wasm: string };
    }
  /** what was begun is finished, and nothing new is heard */
  | { type: 'stop' };

/** Voice worker → page. */
export type VoiceReport =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready' }
  /** loudness 0–1, a few times a second; speaking: a phrase is being said */
  | { type: 'level'; level: number; speaking: boolean }
  /** phrases that are being written down */
  | { type: 'writing'; pending: number }
  /** what was said, at most one a second; cleaned: a banned word was replaced */
  | { type: 'heard'; text: string; cleaned: boolean }
  | { type: 'failed'; message: string };
