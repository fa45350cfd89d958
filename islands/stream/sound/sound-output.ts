import { SAMPLE_RATE } from './sound-format.ts';
import type { SoundPorts, SoundReport, WorkletCommand } from './sound-messages.ts';

/** URLs of the built worklet and worker, inserted by islands/build/build.ts. */
declare const SOUND_URLS: { worker: string; worklet: string };

/** Interval between comparisons of the clocks, which also detect a change of output device. */
const CLOCK_MS = 250;
/** Time constant of changes in volume, so that they don't click, in seconds. */
const SOFT = 0.02;
const CLOSE_MS = 120;
/** A browser's estimate of what is heard now can't lie further in the future. */
const MAX_AHEAD_MS = 10;

export interface SoundOutput {
  /** from 0 to 1 */
  setVolume(volume: number): void;
  /** Resumes after the browser has blocked or interrupted the sound; call it on a press. */
  resume(): void;
  close(): void;
}

interface OpenOptions {
  volume: number;
  /** Hands over the port that receives the sound; null ends it. */
  onPort(port: MessagePort | null): void;
  /** the browser requires a press, or another app has interrupted the sound */
  onBlocked(blocked: boolean): void;
  onReport(report: SoundReport): void;
}

/** Opens the sound of a dream. Call it on a press, or the browser may keep it silent until one. */
export async function openSound({ volume, onPort, onBlocked, onReport }: OpenOptions): Promise<SoundOutput> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  // In the press handler itself; some browsers allow it no later.
  void context.resume().catch(() => {});
  try {
    await context.audioWorklet.addModule(SOUND_URLS.worklet);
  } catch (error) {
    void context.close();
    throw error;
  }
  const node = new AudioWorkletNode(context, 'sound', { numberOfInputs: 0, outputChannelCount: [2] });
  const gain = new GainNode(context, { gain: 0 });
  node.connect(gain).connect(context.destination);
  const setVolume = (to: number): void => {
    gain.gain.setTargetAtTime(loudness(to), context.currentTime, SOFT);
  };
  setVolume(volume);
  const command = (message: WorkletCommand, transfer: Transferable[] = []) =>
    node.port.postMessage(message, transfer);
  node.port.onmessage = ({ data }: MessageEvent<SoundReport>) => onReport(data);

  const worker = new Worker(SOUND_URLS.worker, { type: 'module' });
  const [fromFrames, toWorklet] = [new MessageChannel(), new MessageChannel()];
  const ports: SoundPorts = { frames: fromFrames.port2, worklet: toWorklet.port1 };
  worker.postMessage(ports, [ports.frames, ports.worklet]);
  command({ type: 'from', port: toWorklet.port2 }, [toWorklet.port2]);
  onPort(fromFrames.port1);

  const compare = () => {
    if (context.state === 'running') command({ type: 'clock', ...clocksOf(context) });
  };
  const timer = setInterval(compare, CLOCK_MS);
  const follow = () => {
    onBlocked(context.state !== 'running');
    compare();
  };
  context.onstatechange = follow;
  follow();
  const resume = () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => {});
  };
  // Calls and other apps interrupt sound on phones; a press, or returning to the page, allows it again.
  const events = ['pointerdown', 'keydown', 'visibilitychange'] as const;
  for (const name of events) document.addEventListener(name, resume);
  return {
    setVolume,
    resume,
    close() {
      for (const name of events) document.removeEventListener(name, resume);
      clearInterval(timer);
      context.onstatechange = null;
      onPort(null);
      setVolume(0);
      setTimeout(() => {
        worker.terminate();
        void context.close();
      }, CLOSE_MS);
    },
  };
}

/** Hearing is logarithmic: half of the slider should sound half as loud. */
const loudness = (volume: number) => volume ** 2;

/** A time of the audio clock, and when it is heard, in ms since the epoch. */
function clocksOf(context: AudioContext): { audio: number; wall: number } {
  const { contextTime, performanceTime } = context.getOutputTimestamp?.() ?? {};
  // WebKit adds the audio clock to it, so that it runs ahead at twice the speed.
  const isPast = performanceTime !== undefined && performanceTime < performance.now() + MAX_AHEAD_MS;
  if (contextTime && performanceTime && isPast)
    return { audio: contextTime, wall: performance.timeOrigin + performanceTime };
  const latency = context.outputLatency || context.baseLatency || 0;
  return { audio: context.currentTime - latency, wall: performance.timeOrigin + performance.now() };
}
