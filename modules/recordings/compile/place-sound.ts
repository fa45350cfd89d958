import { PACKET_SAMPLES, SOUND_CHANNELS, SOUND_RATE } from '../../protocol/sound.ts';
import { createElapsedClock } from './timeline.ts';

/** Packets this close to their place join the one before without a seam: a jump of 60 ms would be noticed. */
const TOLERANCE_SAMPLES = SOUND_RATE * 0.04;
const SAMPLES_PER_MS = SOUND_RATE / 1000;

/**
 * Position in the video, in ms, of a time on the tape: relative to the frame before, because waits between frames are
 * shortened.
 * @param times receive times of the video's frames, in order
 */
export function createVideoClock(times: readonly number[]): (at: number) => number | null {
  const clock = createElapsedClock();
  const elapsed = times.map(clock);
  let next = 0;
  return (at) => {
    while (next < times.length && (times[next] ?? 0) <= at) next += 1;
    // Sound comes in order, unless the clock was set back.
    while (next > 0 && (times[next - 1] ?? 0) > at) next -= 1;
    if (next === 0) return null;
    const position = (elapsed[next - 1] ?? 0) + at - (times[next - 1] ?? 0);
    return next < times.length ? Math.min(position, elapsed[next] ?? position) : position;
  };
}

/**
 * Puts decoded packets into one track without gaps, as long as the video. Missing sound is silence.
 * @param take gets the track's samples in pieces, interleaved stereo
 */
export function createSoundTrack(durationMs: number, take: (samples: Float32Array) => void) {
  const total = Math.round(durationMs * SAMPLES_PER_MS);
  let length = 0;

  function add(samples: Float32Array): void {
    const left = (total - length) * SOUND_CHANNELS;
    const fitting = samples.length > left ? samples.subarray(0, left) : samples;
    length += fitting.length / SOUND_CHANNELS;
    if (fitting.length > 0) take(fitting);
  }

  function silence(count: number): void {
    for (let left = count; left > 0 && length < total; left -= PACKET_SAMPLES)
      add(new Float32Array(Math.min(left, PACKET_SAMPLES) * SOUND_CHANNELS));
  }

  return {
    /** @param at position of its first sample in the video, in ms; null for a time before the video */
    add(samples: Float32Array, at: number | null): void {
      if (at === null) return;
      const behind = Math.round(at * SAMPLES_PER_MS) - length;
      if (behind < -TOLERANCE_SAMPLES) return;
      if (behind > TOLERANCE_SAMPLES) silence(behind);
      add(samples);
    },
    end: () => silence(total - length),
  };
}
