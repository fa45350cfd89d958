import { SAMPLE_RATE } from '../../../modules/voice/contract/limits.ts';
import { Resampler } from './resampler.ts';

/** Globals of the AudioWorklet scope that the DOM types lack. */
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** 32 ms of sound: short enough to notice speech at once, long enough to be cheap. */
const CHUNK = 512;

/** Sends the microphone's first channel at 16 kHz to the port that it was given. */
class Capture extends AudioWorkletProcessor {
  #to: MessagePort | null = null;
  readonly #resampler = new Resampler(sampleRate, SAMPLE_RATE);
  #chunk = new Float32Array(CHUNK);
  #filled = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort | null>) => {
      this.#to = data;
      this.#filled = 0;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const sound = inputs[0]?.[0];
    if (!sound || !this.#to) return true;
    for (const sample of this.#resampler.push(sound)) {
      this.#chunk[this.#filled++] = sample;
      if (this.#filled < CHUNK) continue;
      this.#to.postMessage(this.#chunk, [this.#chunk.buffer]);
      this.#chunk = new Float32Array(CHUNK);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('capture', Capture);
