import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { inSize, MODEL_SIZES, type ModelSize } from '../../../modules/voice/contract/model-sizes.ts';
import { captureDevices } from '../../browser/capture-devices.ts';
import { requestGpu } from '../../browser/web-gpu.ts';
import { type StreamSettings, settingsStore } from '../settings/settings.ts';
import type { VoiceInput, VoiceModel } from './voice-input.ts';
import { silent, type VoiceState } from './voice-messages.ts';

interface UseVoiceOptions {
  model: VoiceModel;
  /** the server can transcribe speech */
  serverVoice: boolean;
  sessionId: string | null;
  over: boolean;
  /** the stream has started; from then on the recording is stored, including what came before */
  begun: boolean;
  onHeard(text: string, cleaned: boolean): void;
  /** called when this browser can't transcribe but the server could, to ask the user */
  onOfferServer(): void;
}

export interface Voice {
  state: VoiceState;
  /** calls the listener with the loudness (0–1) until the returned function is called */
  onLevel(listener: (level: number) => void): () => void;
  /** null until known */
  webGpu: boolean | null;
  toggle(): Promise<void>;
  /** called when the user has read the error */
  dismissFault(): void;
  /** changes the voice settings */
  choose(choice: Partial<StreamSettings>): Promise<void>;
  /** push-to-talk while a key is held */
  press(): void;
  release(): void;
  /** discards what was said but not sent yet */
  discard(): void;
  /** deletes the model from this browser */
  dropModel(): Promise<void>;
  /** uploads the rest of the recording */
  upload(): Promise<void>;
}

const nothing = () => () => {};

/** Voice input of this page. Turns off when the dream ends or fails. */
export function useVoice(options: UseVoiceOptions): Voice {
  const latest = useRef(options);
  latest.current = options;
  const [voice, setVoice] = useState<VoiceInput | null>(null);
  const loading = useRef<Promise<VoiceInput | null> | null>(null);
  const [webGpu, setWebGpu] = useState<boolean | null>(null);
  useEffect(() => {
    let asked = true;
    let own: VoiceInput | null = null;
    // Not part of the page's own script, which the first frame waits for.
    loading.current = import('./voice-input.ts').then(({ VoiceInput }) => {
      if (!asked) return null;
      own = new VoiceInput({
        model: latest.current.model,
        sessionId: () => latest.current.sessionId,
        begun: () => latest.current.begun,
        onHeard: (text, cleaned) => latest.current.onHeard(text, cleaned),
      });
      setVoice(own);
      return own;
    });
    loading.current.catch((error) => console.error(error));
    if (captureDevices()) void hasWebGpu().then((has) => asked && setWebGpu(has));
    // A hidden page may never come back.
    const keep = () => document.visibilityState === 'hidden' && void own?.upload();
    document.addEventListener('visibilitychange', keep);
    return () => {
      asked = false;
      document.removeEventListener('visibilitychange', keep);
      own?.dispose();
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
  const start = useCallback(async () => {
    const voice = await loading.current?.catch(() => alert(m.web_part_failed()));
    if (!voice || latest.current.over) return;
    const { serverVoice, processorVoice, microphone, voiceLanguage } = settingsStore.get();
    const model = chosenModel(latest.current.model.name, settingsStore.get());
    const mode = serverVoice && latest.current.serverVoice ? 'server' : 'local';
    // Plain http gets neither a microphone nor a GPU; starting reports that.
    const hasGpu = mode === 'server' || !captureDevices() || (await hasWebGpu());
    if (!hasGpu && !processorVoice) {
      setWebGpu(false);
      if (latest.current.serverVoice) return latest.current.onOfferServer();
      return alert(m.voice_webgpu_missing());
    }
    const device = hasGpu ? 'webgpu' : 'wasm';
    return voice.start({ mode, microphone, device, model, language: voiceLanguage || null });
  }, []);
  const toggle = useCallback(async () => {
    if (voice && voice.getState().status !== 'off') voice.stop();
    else await start();
  }, [voice, start]);
  const choose = useCallback(
    async (choice: Partial<StreamSettings>) => {
      settingsStore.set(choice);
      if (!voice || voice.getState().status === 'off') return;
      voice.stop();
      await start();
    },
    [voice, start],
  );
  const dismissFault = useCallback(() => voice?.dismissFault(), [voice]);
  const held = useRef(false);
  const press = useCallback(() => {
    if (voice?.getState().status !== 'off') return;
    held.current = true;
    void start();
  }, [voice, start]);
  const release = useCallback(() => {
    if (held.current) voice?.stop();
    held.current = false;
  }, [voice]);
  const dropModel = useCallback(
    async () => voice?.dropModel(chosenModel(latest.current.model.name, settingsStore.get())),
    [voice],
  );
  const discard = useCallback(() => voice?.discard(), [voice]);
  const upload = useCallback(async () => voice?.upload(), [voice]);
  const onLevel = voice?.onLevel ?? nothing;
  return { state, onLevel, webGpu, toggle, choose, press, release, discard, dismissFault, dropModel, upload };
}

async function hasWebGpu(): Promise<boolean> {
  return (await requestGpu()) !== null;
}

/** The server's model in the size the user chose. */
export function chosenModel(name: string, { voiceModel }: Pick<StreamSettings, 'voiceModel'>): string {
  return MODEL_SIZES.includes(voiceModel as ModelSize) ? inSize(name, voiceModel as ModelSize) : name;
}
