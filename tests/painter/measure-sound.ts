import { readPrompt } from '../../modules/painter/reading/read-prompt.ts';
import { PACKET_SAMPLES, SOUND_RATE } from '../../modules/painter/sound/packet.ts';
import { createSoundscape, type Soundscape } from '../../modules/painter/sound/soundscape.ts';

/** Figures of some seconds of sound, as a spectrogram shows them. */
export interface Measured {
  /** RMS in dB below full scale */
  loudness: number;
  peak: number;
  /** share of the energy by octave, from 31–62 Hz to 8–16 kHz */
  octaves: number[];
  /** share of the energy between two frequencies in Hz */
  share(from: number, to: number): number;
  /** deviation of the loudness over time, relative to its mean */
  swing: number;
  /** sudden rises a second above a frequency in Hz */
  onsets: number;
  /** 0 both sides alike … 1 unrelated */
  width: number;
}

/** Renders a prompt's scene from its start. */
export function listen(
  prompt: string,
  seconds: number,
  seed = 7,
  cues?: (scape: Soundscape) => void,
): Float32Array {
  const scape = createSoundscape(seed);
  scape.show(readPrompt(prompt, null).spec, 0, 0);
  cues?.(scape);
  return render(scape, 0, seconds);
}

/** Pairs of samples, from a position on. */
export function render(scape: Soundscape, from: number, seconds: number): Float32Array {
  const packets = Math.round((seconds * SOUND_RATE) / PACKET_SAMPLES);
  const all = new Float32Array(packets * PACKET_SAMPLES * 2);
  for (let i = 0; i < packets; i++) all.set(scape.packet(from + i * PACKET_SAMPLES), i * PACKET_SAMPLES * 2);
  return all;
}

const WINDOW = 4096;

export function measure(stereo: Float32Array): Measured {
  const samples = stereo.length / 2;
  let [power, peak, across, left2, right2] = [0, 0, 0, 0, 0];
  const mono = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    const [left, right] = [stereo[i * 2] ?? 0, stereo[i * 2 + 1] ?? 0];
    mono[i] = (left + right) / 2;
    power += (left * left + right * right) / 2;
    across += left * right;
    left2 += left * left;
    right2 += right * right;
    peak = Math.max(peak, Math.abs(left), Math.abs(right));
  }
  const spectrum = spectrumOf(mono);
  const total = spectrum.reduce((sum, value) => sum + value, 0) || 1;
  const share = (from: number, to: number) => {
    let sum = 0;
    const bin = SOUND_RATE / WINDOW;
    for (let i = Math.ceil(from / bin); i < Math.min(to / bin, spectrum.length); i++) sum += spectrum[i] ?? 0;
    return sum / total;
  };
  return {
    loudness: 10 * Math.log10(power / samples + 1e-12),
    peak,
    octaves: Array.from({ length: 9 }, (_, i) => share(31.25 * 2 ** i, 31.25 * 2 ** (i + 1))),
    share,
    ...envelopeOf(mono),
    width: 1 - Math.abs(across) / (Math.sqrt(left2 * right2) || 1),
  };
}

/** Power of each bin, averaged over windows. */
function spectrumOf(mono: Float64Array): Float64Array {
  const power = new Float64Array(WINDOW / 2);
  for (let at = 0; at + WINDOW <= mono.length; at += WINDOW) {
    const real = new Float64Array(WINDOW);
    const imaginary = new Float64Array(WINDOW);
    for (let i = 0; i < WINDOW; i++)
      real[i] = (mono[at + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW));
    transform(real, imaginary);
    for (let i = 0; i < power.length; i++)
      power[i] = (power[i] ?? 0) + (real[i] ?? 0) ** 2 + (imaginary[i] ?? 0) ** 2;
  }
  return power;
}

/** Fourier transform in place (radix 2). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j] as number, real[i] as number];
    [imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number];
  }
  for (let span = 2; span <= size; span *= 2) {
    for (let k = 0; k < span / 2; k++) {
      const angle = (-2 * Math.PI * k) / span;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let at = k; at < size; at += span) {
        const other = at + span / 2;
        const x = (real[other] as number) * cos - (imaginary[other] as number) * sin;
        const y = (real[other] as number) * sin + (imaginary[other] as number) * cos;
        real[other] = (real[at] as number) - x;
        imaginary[other] = (imaginary[at] as number) - y;
        real[at] = (real[at] as number) + x;
        imaginary[at] = (imaginary[at] as number) + y;
      }
    }
  }
}

function envelopeOf(mono: Float64Array): { swing: number; onsets: number } {
  const [slow, quick] = [4_800, 240];
  const levels: number[] = [];
  for (let at = 0; at + slow <= mono.length; at += slow) levels.push(levelOf(mono, at, slow));
  const mean = levels.reduce((sum, value) => sum + value, 0) / levels.length || 1e-9;
  const deviation = Math.sqrt(levels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / levels.length);
  // differences of neighbours leave the high frequencies, in which crackles and chirps stand out
  const high = mono.map((value, i) => value - (mono[i - 1] ?? 0));
  let [onsets, before] = [0, 0];
  for (let at = 0; at + quick <= high.length; at += quick) {
    const level = levelOf(high, at, quick);
    if (before > 0 && level > before * 2.2) onsets += 1;
    before = level;
  }
  return { swing: deviation / mean, onsets: (onsets * SOUND_RATE) / mono.length };
}

function levelOf(values: Float64Array, from: number, length: number): number {
  let sum = 0;
  for (let i = from; i < from + length; i++) sum += (values[i] as number) ** 2;
  return Math.sqrt(sum / length);
}
