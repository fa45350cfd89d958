import { m } from '../../../modules/kit/texts/m.ts';
import type { VoiceDevice } from '../../../modules/voice/contract/whisper-messages.ts';
import { captureDevices } from '../../browser/capture-devices.ts';
import { likelyLanguages } from './likely-languages.ts';
import {
  listMicrophones,
  type Microphone,
  microphoneFault,
  openMicrophone,
  voiceUrls,
} from './microphone.ts';
import { modelFault } from './model-fault.ts';
import { VoiceRecorder } from './recorder.ts';
import { uploadRecording } from './upload-recording.ts';
import type { VoiceCommand, VoiceMode, VoiceReport } from './voice-messages.ts';
import { silent, type VoiceState } from './voice-messages.ts';
import { noteSpeed } from './voice-speed.ts';
import { dropWhisper } from './whisper-client.ts';

/** A tab may be killed at any time; this limits what is lost. */
const UPLOAD_INTERVAL_MS = 10_000;

/** Source of the speech model, from the server's settings. */
export interface VoiceModel {
  name: string;
  /** an absolute URL or a path on this server */
  host: string;
}

/** Voice settings for one start of the microphone. */
export interface VoiceChoice {
  mode: VoiceMode;
  /** empty for the browser's default */
  microphone: string;
  device: VoiceDevice;
  /** language code; null to detect it */
  language: string | null;
  /** name of the speech model */
  model: string;
}

interface Dependencies {
  model: VoiceModel;
  sessionId(): string | null;
  /** the stream has started, so the server accepts recordings */
  begun(): boolean;
  onHeard(text: string, cleaned: boolean): void;
}

/** Voice input: the microphone, its recording and the worker that transcribes it. */
export class VoiceInput {
  #state = silent;
  readonly #listeners = new Set<() => void>();
  /** separate from the state: it changes ten times a second and affects only one ring */
  readonly #levelListeners = new Set<(level: number) => void>();
  readonly #deps: Dependencies;
  readonly #recorder = new VoiceRecorder();
  #microphone: Microphone | null = null;
  #worker: { thread: Worker; kind: string; model: string; device: VoiceDevice } | null = null;
  #uploading: Promise<void> = Promise.resolve();
  #uploadTimer: ReturnType<typeof setInterval> | undefined;
  /** incremented per start, so that a start overtaken by a stop can bail out */
  #attempt = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    captureDevices()?.addEventListener('devicechange', this.#lookForMicrophones);
    void this.#lookForMicrophones();
  }

  getState = (): VoiceState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loudness, 0–1, while the microphone is on. */
  onLevel = (listener: (level: number) => void): (() => void) => {
    this.#levelListeners.add(listener);
    return () => this.#levelListeners.delete(listener);
  };

  /** Opens the microphone and loads the model in parallel. */
  async start(choice: VoiceChoice): Promise<void> {
    const sessionId = this.#deps.sessionId();
    if (this.#state.status !== 'off' || sessionId === null) return;
    const attempt = ++this.#attempt;
    this.#set({ status: 'starting', fault: null });
    try {
      const microphone = await openMicrophone({
        deviceId: choice.microphone,
        onLost: () => {
          if (attempt === this.#attempt) this.#fail(m.voice_microphone_unplugged());
        },
      });
      if (attempt !== this.#attempt) return microphone.close();
      this.#microphone = microphone;
    } catch (error) {
      if (attempt === this.#attempt) this.#fail(microphoneFault(error));
      return;
    }
    this.#recorder.start(this.#microphone.sound);
    clearInterval(this.#uploadTimer);
    this.#uploadTimer = setInterval(() => void this.upload(), UPLOAD_INTERVAL_MS);
    const { port1, port2 } = new MessageChannel();
    this.#microphone.send(port1);
    this.#post(choice, port2, sessionId);
    const ready = this.#state.model === 'ready';
    this.#set({ status: 'on', model: ready ? 'ready' : 'loading' });
    void this.#lookForMicrophones();
  }

  stop() {
    if (this.#state.status === 'off') return;
    this.#attempt++;
    this.#worker?.thread.postMessage({ type: 'stop' } satisfies VoiceCommand);
    this.#microphone?.close();
    this.#microphone = null;
    this.#recorder.pause();
    clearInterval(this.#uploadTimer);
    const model = this.#state.model === 'ready' ? 'ready' : null;
    this.#set({ status: 'off', model, listening: false, speaking: false });
    void this.upload();
  }

  dismissFault() {
    this.#set({ fault: null });
  }

  /** Discards what was said but not sent yet. */
  discard() {
    this.#worker?.thread.postMessage({ type: 'discard' } satisfies VoiceCommand);
  }

  /** Deletes the model from this browser. The next use downloads it again. */
  async dropModel(name: string): Promise<void> {
    this.stop();
    this.#worker?.thread.terminate();
    this.#worker = null;
    await dropWhisper(voiceUrls().whisper, name);
    this.#set({ model: null, loaded: 0, total: 0 });
  }

  /** Uploads the rest of the recording, one part at a time. */
  upload(): Promise<void> {
    this.#uploading = this.#uploading.then(async () => {
      const sessionId = this.#deps.sessionId();
      if (sessionId === null || !this.#deps.begun()) return;
      await uploadRecording(this.#recorder, sessionId);
    });
    return this.#uploading;
  }

  /** Call when the page goes away. */
  dispose() {
    this.#attempt++;
    clearInterval(this.#uploadTimer);
    captureDevices()?.removeEventListener('devicechange', this.#lookForMicrophones);
    this.#microphone?.close();
    this.#worker?.thread.terminate();
  }

  #post({ mode, device, language, model: name }: VoiceChoice, port: MessagePort, sessionId: string) {
    const kind = `${mode} ${device} ${name}`;
    if (this.#worker?.kind !== kind) {
      this.#worker?.thread.terminate();
      const thread = new Worker(voiceUrls().worker, { type: 'module' });
      thread.onmessage = ({ data }: MessageEvent<VoiceReport>) => this.#onReport(data);
      thread.onerror = () => this.#fail(m.voice_input_not_started());
      this.#worker = { thread, kind, model: name, device };
      this.#set({ model: 'loading', loaded: 0, total: 0 });
    }
    const { host } = this.#deps.model;
    const { whisper, wasm } = voiceUrls();
    const absolute = (address: string) => new URL(address, location.origin).href;
    const command: VoiceCommand = {
      type: 'start',
      mode,
      port,
      sessionId,
      thread: absolute(whisper),
      model: {
        name,
        host: absolute(host),
        device,
        wasm: { mjs: absolute(wasm.mjs), wasm: absolute(wasm.wasm) },
      },
      spoken: { language, likely: likelyLanguages() },
    };
    this.#worker.thread.postMessage(command, [port]);
  }

  #onReport(report: VoiceReport) {
    switch (report.type) {
      case 'loading':
        return this.#set({ loaded: report.loaded, total: report.total });
      case 'ready':
        return this.#set({ model: 'ready' });
      case 'listening':
        return this.#set({ listening: this.#state.status === 'on' });
      case 'words':
        return this.#set({ words: report.text });
      case 'took':
        if (this.#worker) noteSpeed({ name: this.#worker.model, device: this.#worker.device, ms: report.ms });
        return this.#set({ understood: this.#state.understood + 1 });
      case 'level':
        if (this.#state.status !== 'on') return;
        for (const listener of this.#levelListeners) listener(report.level);
        if (report.speaking !== this.#state.speaking) this.#set({ speaking: report.speaking });
        return;
      case 'writing':
        return this.#set({ writing: report.pending });
      case 'heard':
        return this.#deps.onHeard(report.text, report.cleaned);
      case 'failed':
        console.warn('Voice input failed:', report.message);
        return this.#fail(modelFault(report.kind, this.#state.model === 'ready'));
    }
  }

  #fail(fault: string) {
    this.stop();
    if (this.#state.model !== 'ready') {
      this.#worker?.thread.terminate();
      this.#worker = null;
    }
    this.#set({ status: 'off', fault });
  }

  #lookForMicrophones = async () => {
    const found = await listMicrophones().catch(() => []);
    const microphones = found.map(({ deviceId, label }, index) => ({
      id: deviceId,
      label: label || m.voice_microphone_unnamed({ number: index + 1 }),
    }));
    this.#set({ microphones });
  };

  #set(change: Partial<VoiceState>) {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
