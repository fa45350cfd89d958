import { JitterBuffer } from './jitter-buffer.ts';
import type { ToWorklet, WorkletCommand } from './sound-messages.ts';

/** Globals of the AudioWorklet scope that the DOM types lack. */
declare const currentTime: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const REPORT_SECONDS = 1;

/** Plays the dream's sound with the picture on screen. */
class Sound extends AudioWorkletProcessor {
  readonly #buffer = new JitterBuffer();
  /** ms since the epoch at second 0 of the audio clock; null until the page has compared the two */
  #epoch: number | null = null;
  #reportedAt = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<WorkletCommand>) => {
      if (data.type === 'clock') this.#epoch = data.wall - data.audio * 1000;
      else data.port.onmessage = ({ data }: MessageEvent<ToWorklet>) => this.#hear(data);
    };
  }

  process(_: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (!left || !right || this.#epoch === null) return true;
    this.#buffer.read(left, right, this.#epoch + currentTime * 1000);
    if (currentTime - this.#reportedAt >= REPORT_SECONDS) {
      this.#reportedAt = currentTime;
      this.port.postMessage(this.#buffer.figures);
    }
    return true;
  }

  #hear(message: ToWorklet) {
    if (message === 'restart') this.#buffer.restart();
    else if ('wall' in message) this.#buffer.picture.drew(message.at, message.wall);
    else if (this.#epoch !== null)
      this.#buffer.push(message.at, message.channels, this.#epoch + currentTime * 1000);
  }
}

registerProcessor('sound', Sound);
