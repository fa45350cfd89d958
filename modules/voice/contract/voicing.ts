/** Range of the voice's pitch period, in samples at 8 kHz. */
const MIN_LAG = 20;
const MAX_LAG = 133;
/** Minimum autocorrelation of a voiced sound; noise of any colour stays far below. */
const VOICED = 0.45;

/** True if a 16 kHz chunk is periodic, as voices and instruments are and rustling, hiss and hum aren't. */
export function isVoiced(chunk: Float32Array): boolean {
  const sound = sharpen(halve(chunk));
  for (let lag = MIN_LAG; lag <= Math.min(MAX_LAG, sound.length / 2); lag++) {
    if (likeness(sound, lag) > VOICED) return true;
  }
  return false;
}

/** Halves the rate to 8 kHz, which is enough for pitch at a quarter of the cost. */
function halve(chunk: Float32Array): Float32Array {
  const half = new Float32Array(chunk.length >> 1);
  for (let at = 0; at < half.length; at++) half[at] = ((chunk[2 * at] ?? 0) + (chunk[2 * at + 1] ?? 0)) / 2;
  return half;
}

/** Removes low frequencies, so that street rumble doesn't pass for a voice. */
function sharpen(sound: Float32Array): Float32Array {
  return sound.map((sample, index) => sample - 0.97 * (sound[index - 1] ?? sample));
}

function likeness(sound: Float32Array, lag: number): number {
  let together = 0;
  let before = 0;
  let after = 0;
  for (let at = lag; at < sound.length; at++) {
    const one = sound[at] as number;
    const other = sound[at - lag] as number;
    together += one * other;
    before += other * other;
    after += one * one;
  }
  return together / (Math.sqrt(before * after) + 1e-12);
}
