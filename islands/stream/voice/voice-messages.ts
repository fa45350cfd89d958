import type {
  ModelFaultKind,
  ModelSource,
  Spoken,
} from '../../../modules/voice/contract/whisper-messages.ts';

/** Transcriber: a model in this browser, or the server. */
export type VoiceMode = 'local' | 'server';

/** Page → voice worker. */
export type VoiceCommand =
  | {
      type: 'start';
      mode: VoiceMode;
      /** sound from the worklet arrives here, so the page never touches it */
      port: MessagePort;
      sessionId: string;
      /** the script that runs the model, and the model */
      thread: string;
      model: ModelSource;
      spoken: Spoken;
    }
  /** finish what has been said; hear nothing new */
  | { type: 'stop' }
  /** drop what has been said */
  | { type: 'discard' };

/** Voice worker → page. */
export type VoiceReport =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready' }
  /** the microphone delivers sound and the model is ready */
  | { type: 'listening' }
  /** loudness 0–1, a few times a second; speaking: a phrase is in progress */
  | { type: 'level'; level: number; speaking: boolean }
  /** sentences being transcribed */
  | { type: 'writing'; pending: number }
  /** live transcript, sent soon; null: none */
  | { type: 'words'; text: string | null }
  /** a prompt, at most one per second; cleaned: a banned word was replaced */
  | { type: 'heard'; text: string; cleaned: boolean }
  /** time for one phrase on this device, in ms */
  | { type: 'took'; ms: number }
  | { type: 'failed'; kind: ModelFaultKind; message: string };

export interface VoiceState {
  /** off · asking for the microphone · on */
  status: 'off' | 'starting' | 'on';
  /** the speech model; null until needed */
  model: null | 'loading' | 'ready';
  /** bytes of the model; 0 if unknown */
  loaded: number;
  total: number;
  /** the microphone delivers sound and the model is ready */
  listening: boolean;
  speaking: boolean;
  /** sentences being transcribed */
  writing: number;
  /** phrases transcribed on this device */
  understood: number;
  /** live transcript; sent soon unless the user stops it */
  words: string | null;
  /** error text for the user */
  fault: string | null;
  microphones: { id: string; label: string }[];
}

export const silent: VoiceState = {
  status: 'off',
  model: null,
  loaded: 0,
  total: 0,
  listening: false,
  speaking: false,
  writing: 0,
  understood: 0,
  words: null,
  fault: null,
  microphones: [],
};
