import type { ModelFaultKind, ModelSource, Spoken } from '../../../modules/voice/shared/whisper-messages.ts';

/** Converter of speech to text: a model in this browser, or the server's. */
export type VoiceMode = 'local' | 'server';

/** Page → voice worker. */
export type VoiceCommand =
  | {
      type: 'start';
      mode: VoiceMode;
      /** sound from the worklet comes through here, so that the page never touches it */
      port: MessagePort;
      sessionId: string;
      /** the script that runs models, and the model */
      thread: string;
      model: ModelSource;
      spoken: Spoken;
    }
  /** what was begun is finished, and nothing new is heard */
  | { type: 'stop' }
  /** what was said is not wanted */
  | { type: 'discard' };

/** Voice worker → page. */
export type VoiceReport =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready' }
  /** sound comes from the microphone, and the model is there */
  | { type: 'listening' }
  /** loudness 0–1, a few times a second; speaking: a phrase is being said */
  | { type: 'level'; level: number; speaking: boolean }
  /** sentences that are being written down */
  | { type: 'writing'; pending: number }
  /** what is being said, as far as it is understood; it goes soon. null: nothing, any more */
  | { type: 'words'; text: string | null }
  /** what was said, at most one a second; cleaned: a banned word was replaced */
  | { type: 'heard'; text: string; cleaned: boolean }
  /** ms for one phrase on this device */
  | { type: 'took'; ms: number }
  | { type: 'failed'; kind: ModelFaultKind; message: string };
