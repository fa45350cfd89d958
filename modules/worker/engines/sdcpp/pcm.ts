import type { PcmSound } from './avi.ts';

const RATE = 48_000;

/** Converts 16-bit sound of any rate to interleaved stereo floats at 48 kHz; of more than two channels, the first two. */
export function toStereo({ rate, channels, pcm }: PcmSound): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const frames = Math.floor(pcm.length / 2 / channels);
  const sample = (frame: number, channel: number) =>
    view.getInt16((Math.min(frame, frames - 1) * channels + channel) * 2, true) / 32_768;
  const length = frames === 0 ? 0 : Math.round((frames * RATE) / rate);
  const stereo = new Float32Array(length * 2);
  for (let i = 0; i < length; i++) {
    const at = (i * rate) / RATE;
    const before = Math.floor(at);
    for (const side of [0, 1]) {
      const channel = Math.min(side, channels - 1);
      const from = sample(before, channel);
      stereo[i * 2 + side] = from + (sample(before + 1, channel) - from) * (at - before);
    }
  }
  return stereo;
}
