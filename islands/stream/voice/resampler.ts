/** Downsamples sound. Each output sample is the mean of the input samples it covers. */
export class Resampler {
  readonly #step: number;
  /** input samples still missing for the next output sample, and the sum so far */
  #missing: number;
  #sum = 0;
  #weight = 0;

  constructor(from: number, to: number) {
    this.#step = from / to;
    this.#missing = this.#step;
  }

  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    if (this.#step === 1) return Float32Array.from(samples);
    const out: number[] = [];
    for (const sample of samples) {
      let left = 1;
      while (left > 1e-9) {
        const share = Math.min(left, this.#missing);
        this.#sum += sample * share;
        this.#weight += share;
        this.#missing -= share;
        left -= share;
        if (this.#missing > 1e-9) continue;
        out.push(this.#sum / this.#weight);
        this.#sum = 0;
        this.#weight = 0;
        this.#missing = this.#step;
      }
    }
    return Float32Array.from(out);
  }
}
