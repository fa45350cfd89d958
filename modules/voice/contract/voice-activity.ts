import { SAMPLE_RATE, WINDOW_SAMPLES } from './limits.ts';
import { isVoiced } from './voicing.ts';

const samples = (ms: number) => (ms * SAMPLE_RATE) / 1000;

/** Sound kept from before a phrase was detected, because words begin softly. */
const PRE_ROLL = samples(200);
/** A pause this long ends a phrase. */
const PAUSE = samples(600);
/** Coughs and clicks are shorter than any word. */
const MIN_SPEECH = samples(300);
/** Minimum voiced part. A whisper has none, but its loudness rises and falls. */
const MIN_VOICED = samples(90);
const MIN_WHISPERED_SYLLABLE = samples(150);
const MIN_WHISPER_SWING = 0.3;
/** Consecutive loud chunks that start a phrase. */
const LOUD_TO_START = 2;
/** Speech exceeds the background noise by this factor and is never quieter than MIN_LOUDNESS. */
const ABOVE_NOISE = 3;
const MIN_LOUDNESS = 0.008;
/** Rates at which the noise estimate adapts: down at once, up within seconds. */
const NOISE_RISE = 0.02;
const NOISE_FALL = 0.3;
/** Slower for loud unvoiced sound: it may be a whisper, whereas a fan that was switched on stays. */
const NOISE_RISE_WHILE_LOUD = 0.005;

export interface Phrase {
  sound: Float32Array<ArrayBuffer>;
  /** from the first sound of the voice to its last */
  seconds: number;
  /** silence at the end */
  pauseMs: number;
}

/** Cuts phrases out of the sound by loudness and voicing. */
export class VoiceActivity {
  #noise = 0.002;
  #loudInRow = 0;
  #before: Float32Array[] = [];
  #phrase: Chunk[] = [];
  #length = 0;
  #silence = 0;
  #level = 0;

  get speaking(): boolean {
    return this.#length > 0;
  }

  /** loudness of the last chunk, 0–1, on a logarithmic scale */
  get level(): number {
    return this.#level;
  }

  /** @returns the phrase that ended with this chunk (30 s at most), or null */
  push(sound: Float32Array): Phrase | null {
    const loudness = rootMeanSquare(sound);
    this.#level = Math.min(1, Math.max(0, 1 + Math.log10(loudness + 1e-6) / 2.5));
    const loud = loudness > Math.max(MIN_LOUDNESS, this.#noise * ABOVE_NOISE);
    const voiced = loud && isVoiced(sound);
    this.#follow(loudness, loud, voiced);
    this.#loudInRow = loud ? this.#loudInRow + 1 : 0;
    if (!this.speaking) {
      this.#remember(sound);
      if (this.#loudInRow >= LOUD_TO_START) this.#begin();
      return null;
    }
    this.#phrase.push({ sound, loudness, loud, voiced });
    this.#length += sound.length;
    this.#silence = loud ? 0 : this.#silence + sound.length;
    if (this.#silence >= PAUSE) return this.#end();
    return this.#length + sound.length > WINDOW_SAMPLES ? this.#end() : null;
  }

  /** @returns the phrase in progress, or null */
  finish(): Phrase | null {
    return this.speaking ? this.#end() : null;
  }

  soFar(): Phrase | null {
    return this.speaking ? this.#cut() : null;
  }

  #follow(loudness: number, loud: boolean, voiced: boolean) {
    if (voiced) return;
    const rise = loud ? NOISE_RISE_WHILE_LOUD : NOISE_RISE;
    this.#noise += (loudness - this.#noise) * (loudness > this.#noise ? rise : NOISE_FALL);
  }

  #remember(sound: Float32Array) {
    this.#before.push(sound);
    const kept = PRE_ROLL + LOUD_TO_START * sound.length;
    while (this.#before.length * sound.length > kept) this.#before.shift();
  }

  #begin() {
    this.#phrase = this.#before.map((sound, index, { length }) => {
      const loud = index >= length - LOUD_TO_START;
      return { sound, loudness: rootMeanSquare(sound), loud, voiced: loud && isVoiced(sound) };
    });
    this.#before = [];
    this.#length = this.#phrase.reduce((sum, { sound }) => sum + sound.length, 0);
    this.#silence = 0;
  }

  #end(): Phrase | null {
    const phrase = this.#cut();
    this.#phrase = [];
    this.#length = 0;
    this.#loudInRow = 0;
    return phrase;
  }

  #cut(): Phrase | null {
    if (!isSpeech(this.#phrase)) return null;
    const sound = new Float32Array(this.#length);
    let at = 0;
    for (const chunk of this.#phrase) {
      sound.set(chunk.sound, at);
      at += chunk.sound.length;
    }
    const before = this.#phrase.findIndex(({ loud }) => loud) * (this.#phrase[0]?.sound.length ?? 0);
    return {
      sound,
      seconds: (this.#length - before - this.#silence) / SAMPLE_RATE,
      pauseMs: (this.#silence / SAMPLE_RATE) * 1000,
    };
  }
}

interface Chunk {
  sound: Float32Array;
  loudness: number;
  loud: boolean;
  voiced: boolean;
}

function isSpeech(chunks: Chunk[]): boolean {
  const loud = chunks.filter((chunk) => chunk.loud);
  if (lengthOf(loud) < MIN_SPEECH) return false;
  return lengthOf(loud.filter(({ voiced }) => voiced)) >= MIN_VOICED || isWhisper(chunks, loud);
}

/** Whispered syllables are longer than key clicks, and their loudness varies more than that of steady noise. */
function isWhisper(chunks: Chunk[], loud: Chunk[]): boolean {
  let run = 0;
  let longest = 0;
  for (const chunk of chunks) {
    run = chunk.loud ? run + chunk.sound.length : 0;
    longest = Math.max(longest, run);
  }
  const mean = loud.reduce((sum, { loudness }) => sum + loudness, 0) / loud.length;
  const spread = loud.reduce((sum, { loudness }) => sum + (loudness - mean) ** 2, 0) / loud.length;
  return longest >= MIN_WHISPERED_SYLLABLE && Math.sqrt(spread) / mean >= MIN_WHISPER_SWING;
}

const lengthOf = (chunks: Chunk[]) => chunks.reduce((sum, { sound }) => sum + sound.length, 0);

function rootMeanSquare(chunk: Float32Array): number {
  let sum = 0;
  for (const sample of chunk) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, chunk.length));
}
