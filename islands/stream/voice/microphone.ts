import { m } from '../../../modules/kit/texts/m.ts';
import { captureDevices, captureMedia } from '../../browser/capture-devices.ts';

/** URLs of the built worklet and workers, inserted by islands/build/build.ts. */
declare const VOICE_URLS: {
  worker: string;
  whisper: string;
  worklet: string;
  wasm: { mjs: string; wasm: string };
};

export const voiceUrls = () => VOICE_URLS;

export interface Microphone {
  /** the sound to record; survives a change of microphone */
  sound: MediaStream;
  /** sends the sound to this port in 16 kHz chunks; null stops it */
  send(port: MessagePort | null): void;
  close(): void;
}

interface OpenOptions {
  /** empty for the browser's default */
  deviceId: string;
  /** called when it is unplugged or revoked by the browser */
  onLost(): void;
}

/** One audio context for the whole page: browsers limit their number, and the recording depends on it. */
let shared: ReturnType<typeof createAudio> | null = null;

/** Requests the microphone. @throws whatever captureMedia throws */
export async function openMicrophone({ deviceId, onLost }: OpenOptions): Promise<Microphone> {
  const media = await captureMedia({
    audio: {
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(deviceId && { deviceId: { ideal: deviceId } }),
    },
  });
  // Set this first, since it may be unplugged before the rest is ready.
  const track = media.getAudioTracks()[0];
  if (track) track.onended = onLost;
  const release = () => {
    if (track) track.onended = null;
    for (const one of media.getTracks()) one.stop();
  };
  const { context, capture, sound } = await audio().catch((error) => {
    release();
    throw error;
  });
  const source = context.createMediaStreamSource(media);
  source.connect(capture);
  source.connect(sound);
  await context.resume();
  let isSending = false;
  return {
    sound: sound.stream,
    send(port) {
      isSending = port !== null;
      capture.port.postMessage(port, port ? [port] : []);
    },
    close() {
      // If another microphone has been opened since, the worklet belongs to it.
      if (isSending) capture.port.postMessage(null);
      source.disconnect();
      release();
    },
  };
}

export async function listMicrophones(): Promise<MediaDeviceInfo[]> {
  const all = (await captureDevices()?.enumerateDevices()) ?? [];
  // Before the first permission, devices have neither labels nor ids.
  return withoutAliases(all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== ''));
}

/** Chrome lists the default microphone once more for each role. Drops those duplicates. */
export function withoutAliases<Device extends Pick<MediaDeviceInfo, 'deviceId' | 'groupId'>>(
  microphones: Device[],
): Device[] {
  const isAlias = ({ deviceId }: Device) => deviceId === 'default' || deviceId === 'communications';
  const own = microphones.filter((one) => !isAlias(one));
  return microphones.filter((one) => !isAlias(one) || !own.some(({ groupId }) => groupId === one.groupId));
}

/** A microphone error as text for the user. */
export function microphoneFault(error: unknown): string {
  switch ((error as DOMException).name) {
    case 'NotAllowedError':
      return m.voice_microphone_blocked();
    case 'NotFoundError':
    case 'OverconstrainedError':
      return m.voice_microphone_missing();
    case 'NotReadableError':
      return m.voice_microphone_busy();
    case 'SecurityError':
      return m.voice_microphone_insecure();
    default:
      return m.voice_microphone_failed();
  }
}

/** Concurrent callers share the same promise. */
function audio() {
  shared ??= createAudio().catch((error) => {
    shared = null;
    throw error;
  });
  return shared;
}

async function createAudio() {
  const context = newContext();
  try {
    await context.audioWorklet.addModule(VOICE_URLS.worklet);
  } catch (error) {
    void context.close();
    throw error;
  }
  const capture = new AudioWorkletNode(context, 'capture', { numberOfInputs: 1, numberOfOutputs: 0 });
  return { context, capture, sound: context.createMediaStreamDestination() };
}

/** Browsers that can't resample a microphone keep its rate, and the worklet resamples to 16 kHz. */
function newContext(): AudioContext {
  const fixedRate = /Firefox/.test(navigator.userAgent);
  return fixedRate ? new AudioContext() : new AudioContext({ sampleRate: 16_000 });
}
