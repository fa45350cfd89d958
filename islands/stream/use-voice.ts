import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { captureDevices } from '../capture-devices.ts';
import { settingsStore } from './settings.ts';
import {
  hasWebGpu,
  NO_WEBGPU,
  silent,
  VoiceInput,
  type VoiceModel,
  type VoiceState,
} from './voice/voice-input.ts';

interface UseVoiceOptions {
  model: VoiceModel;
  /** the server can write speech down */
  serverVoice: boolean;
  sessionId: string | null;
  over: boolean;
  /** its picture has begun: what was said is kept from then on, beginning included */
  begun: boolean;
  onHeard(text: string, cleaned: boolean): void;
  /** this browser can't, but the server could: asks the person */
  onOfferServer(): void;
}

export interface Voice {
  state: VoiceState;
  /** hears of the loudness, 0–1, until the returned call */
  onLevel(listener: (level: number) => void): () => void;
  /** null while nobody knows */
  webGpu: boolean | null;
  toggle(): Promise<void>;
  choose(microphone: string): Promise<void>;
  /** the person has read what went wrong */
  dismissFault(): void;
  /** brings the recording to the server */
  upload(): Promise<void>;
}

const nothing = () => () => {};

/** The voice of this page; it goes off when the dream ends or fails. */
export function useVoice(options: UseVoiceOptions): Voice {
  const latest = useRef(options);
  latest.current = options;
  const [voice, setVoice] = useState<VoiceInput | null>(null);
  const [webGpu, setWebGpu] = useState<boolean | null>(null);
  useEffect(() => {
    const own = new VoiceInput({
      model: latest.current.model,
      sessionId: () => latest.current.sessionId,
      begun: () => latest.current.begun,
      onHeard: (text, cleaned) => latest.current.onHeard(text, cleaned),
    });
    setVoice(own);
    let asked = true;
    if (captureDevices()) void hasWebGpu().then((has) => asked && setWebGpu(has));
    // A page in the background may never come back.
    const keep = () => document.visibilityState === 'hidden' && void own.upload();
    document.addEventListener('visibilitychange', keep);
    return () => {
      asked = false;
      document.removeEventListener('visibilitychange', keep);
      own.dispose();
    };
  }, []);
  const { over } = options;
  useEffect(() => {
    if (over) voice?.stop();
  }, [over, voice]);

  const state = useSyncExternalStore(
    voice?.subscribe ?? nothing,
    voice?.getState ?? (() => silent),
    () => silent,
  );
  const toggle = useCallback(async () => {
    if (!voice || latest.current.over) return;
    if (voice.getState().status !== 'off') return voice.stop();
    const { serverVoice, microphone } = settingsStore.get();
    const onServer = serverVoice && latest.current.serverVoice;
    // A page on plain http gets neither a microphone nor a GPU: starting says so.
    if (captureDevices() && !onServer && !(await hasWebGpu())) {
      setWebGpu(false);
      if (latest.current.serverVoice) return latest.current.onOfferServer();
      return alert(NO_WEBGPU);
    }
    return voice.start(onServer ? 'server' : 'local', microphone);
  }, [voice]);
  const choose = useCallback(
    async (microphone: string) => {
      settingsStore.set({ microphone });
      if (!voice || voice.getState().status === 'off') return;
      voice.stop();
      await toggle();
    },
    [voice, toggle],
  );
  const dismissFault = useCallback(() => voice?.dismissFault(), [voice]);
  const upload = useCallback(async () => voice?.upload(), [voice]);
  return { state, onLevel: voice?.onLevel ?? nothing, webGpu, toggle, choose, dismissFault, upload };
}
