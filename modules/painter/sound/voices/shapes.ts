import { BANDS } from '../noise-bands.ts';
import { panned } from '../packet.ts';

/** Gains of the nine noise bands, from 62 Hz to 14 kHz. */
export type Spectrum = readonly number[];

/** Adds a spectrum to both channels' gains. */
export function addSpectrum(gains: Float64Array, spectrum: Spectrum, level: number, pan = 0): void {
  if (level <= 0) return;
  const [left, right] = panned(pan, level);
  for (let band = 0; band < BANDS; band++) {
    const gain = spectrum[band] ?? 0;
    gains[band] = (gains[band] as number) + gain * left;
    gains[BANDS + band] = (gains[BANDS + band] as number) + gain * right;
  }
}

/** Rises to 1 at `peak` and decays from there; all in seconds. */
export function surge(seconds: number, peak: number, rise: number, fall: number): number {
  if (seconds >= peak) return Math.exp((peak - seconds) / fall);
  const t = Math.max(0, 1 - (peak - seconds) / rise);
  return t * t;
}
