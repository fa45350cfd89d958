import { SAMPLE_RATE, WINDOW_SAMPLES } from '../../../modules/stream/limits.ts';

const samples = (ms: number) => (ms * SAMPLE_RATE) / 1000;

/** Kept from before a phrase was noticed: words begin softly. */
const PRE_ROLL = samples(200);
/** A pause this long ends a phrase. */
const PAUSE = samples(600);
/** A cough or a click is shorter than any word. */
const MIN_SPEECH = samples(300);
/** Chunks in a row that must be loud before it counts as speech. */
const LOUD_TO_START = 2;
/** Speech stands out from the room by this factor, and is never softer than this. */
const ABOVE_NOISE = 3;
const MIN_LOUDNESS = 0.008;
/** How fast the idea of the room's own noise follows it: down at once, up within seconds. */
const NOISE_RISE = 0.02;
const NOISE_FALL = 0.3;

/** Tells phrases from the noise of the room by their loudness, and cuts them out of the sound. */
export class VoiceActivity {
  #noise = 0.002;
  #loudInRow = 0;
  #before: Float32Array[] = [];
  #phrase: Float32Array[] = [];
  #length = 0;
  #speech = 0;
  #silence = 0;
  #level = 0;

  get speaking(): boolean {
    return this.#length > 0;
  }

  /** loudness of the last chunk, 0–1, on the scale of hearing */
  get level(): number {
    return this.#level;
  }

  /** @returns a phrase that ended with this chunk, at most 30 s long, or null */
  push(chunk: Float32Array): Float32Array<ArrayBuffer> | null {
    const loudness = rootMeanSquare(chunk);
    this.#level = Math.min(1, Math.max(0, 1 + Math.log10(loudness + 1e-6) / 2.5));
    const loud = loudness > Math.max(MIN_LOUDNESS, this.#noise * ABOVE_NOISE);
    if (!loud) {
      this.#noise += (loudness - this.#noise) * (loudness > this.#noise ? NOISE_RISE : NOISE_FALL);
    }
    this.#loudInRow = loud ? this.#loudInRow + 1 : 0;
    if (!this.speaking) {
      this.#remember(chunk);
      if (this.#loudInRow < LOUD_TO_START) return null;
      this.#begin();
      return null;
    }
    this.#phrase.push(chunk);
    this.#length += chunk.length;
    if (loud) this.#speech += chunk.length;
    this.#silence = loud ? 0 : this.#silence + chunk.length;
    if (this.#silence >= PAUSE) return this.#end();
    return this.#length + chunk.length > WINDOW_SAMPLES ? this.#end() : null;
  }

  /** @returns the phrase that was being said, or null */
  finish(): Float32Array<ArrayBuffer> | null {
    return this.speaking ? this.#end() : null;
  }

  #remember(chunk: Float32Array) {
    this.#before.push(chunk);
    const kept = PRE_ROLL + LOUD_TO_START * chunk.length;
    while (this.#before.length * chunk.length > kept) this.#before.shift();
  }

  #begin() {
    this.#phrase = this.#before;
    this.#before = [];
    this.#length = this.#phrase.reduce((sum, { length }) => sum + length, 0);
    this.#speech = this.#phrase.slice(-LOUD_TO_START).reduce((sum, { length }) => sum + length, 0);
    this.#silence = 0;
  }

  #end(): Float32Array<ArrayBuffer> | null {
    const whole = new Float32Array(this.#length);
    let at = 0;
    for (const chunk of this.#phrase) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    const enough = this.#speech >= MIN_SPEECH;
    this.#phrase = [];
    this.#length = 0;
    this.#loudInRow = 0;
    return enough ? whole : null;
  }
}

function rootMeanSquare(chunk: Float32Array): number {
  let sum = 0;
  for (const sample of chunk) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, chunk.length));
}
