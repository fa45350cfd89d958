/** Sound comes in packets of 20 ms, in stereo. */
export const SOUND_RATE = 48_000;
export const PACKET_SAMPLES = 960;

/** One packet's two channels. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export const createStereo = (): Stereo => ({
  left: new Float32Array(PACKET_SAMPLES),
  right: new Float32Array(PACKET_SAMPLES),
});

/** One source of sound, such as rain. It depends only on its seed and the time, so it may be rendered from anywhere. */
export interface Voice {
  /**
   * Adds one packet.
   * @param from position of its first sample since the start of the dream
   */
  render(out: Stereo, from: number): void;
  /** Sounds once for something in the picture, such as a flash. */
  strike?(strike: Strike): void;
}

export interface Strike {
  /** position of the sample at which the picture shows it */
  at: number;
  /** −1 left … 1 right */
  pan: number;
  seed: number;
}

/** Gains of both channels for a position, at equal power. */
export function panned(pan: number, gain: number): [left: number, right: number] {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  return [Math.cos(angle) * gain * Math.SQRT2, Math.sin(angle) * gain * Math.SQRT2];
}
