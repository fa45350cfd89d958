import { between, createRandom, type Random } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Voice } from '../packet.ts';
import { hum, type Partial, ring } from '../tones.ts';
import { addSpectrum, type Spectrum } from './shapes.ts';

/** Sines that swell and move independently of each other, and air around them. */
function createDrone(
  seed: number,
  pitches: readonly (readonly [hertz: number, gain: number])[],
  { air, pace }: { air: Spectrum; pace: number },
): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const [i, pan] of [-0.7, 0.7].entries())
      addSpectrum(gains, air, 0.3 + 0.8 * drift(seed + 70 + i, seconds * pace * 1.5), pan);
  });
  const partials: Partial[] = pitches.map(([hertz, gain], i) => ({
    hertz,
    gains(seconds) {
      const swell = drift(seed + i, seconds * pace * (1 + i * 0.13));
      return panned((drift(seed + 30 + i, seconds * pace) - 0.5) * 1.5, gain * (0.25 + 0.9 * swell ** 1.5));
    },
  }));
  return {
    render(out, from) {
      noise(out, from);
      hum(out, from, partials);
    },
  };
}

const VOID = [0.022, 0.016, 0.008, 0.0035, 0.0018, 0.0012, 0.0007, 0.0004, 0];

/** Space: a deep hum. There is nothing to hear there, but a silent dream would feel broken. */
export const createSpace = (seed: number): Voice =>
  createDrone(
    seed,
    [
      [55, 0.05],
      [55.35, 0.05],
      [82.4, 0.035],
      [82.75, 0.03],
      [110.2, 0.028],
      [164.9, 0.014],
      [220.4, 0.009],
      [329.8, 0.005],
      [494.5, 0.0025],
    ],
    { air: VOID, pace: 0.11 },
  );

const VEIL = [0.004, 0.005, 0.005, 0.004, 0.003, 0.002, 0.001, 0.0005, 0];

/** Soft tones for pictures without a place: a chord of the dream’s own. */
export function createTones(seed: number): Voice {
  const random = createRandom(seed);
  const home = between(random, 98, 131);
  const chord = Array.from({ length: 7 }, (_, i) => {
    const hertz = pentatonic(random, home, 3);
    return [hertz * (1 + (i % 2 ? 0.0022 : -0.0013)), 0.034 * Math.sqrt(home / hertz)] as const;
  });
  return createDrone(seed, [[home / 2, 0.03], ...chord], { air: VEIL, pace: 0.19 });
}

/** The inside of a cathedral: a distant organ under its vault. */
export const createHall = (seed: number): Voice =>
  createDrone(
    seed,
    [
      [65.4, 0.02],
      [98, 0.02],
      [130.8, 0.02],
      [130.95, 0.016],
      [196, 0.014],
      [261.6, 0.012],
      [329.6, 0.009],
      [392, 0.007],
      [523.3, 0.004],
    ],
    { air: [0.008, 0.008, 0.008, 0.006, 0.004, 0.002, 0.001, 0.0004, 0], pace: 0.14 },
  );

/** Chimes: small bells of glass, for magic and crystal. */
export function createChimes(seed: number): Voice {
  return {
    render(out, from) {
      const now = from / SOUND_RATE;
      eachSlot(seed, 0.42, 6, now, now + 0.02, (start, random) => {
        if (random() > 0.45) return;
        const hertz = pentatonic(random, 1_046.5, 2);
        const [left, right] = panned(between(random, -0.9, 0.9), 0.006 + 0.02 * random() ** 2);
        const at = (start + random() * 0.35) * SOUND_RATE;
        for (const [part, gain, decay] of [
          [1, 1, 0.55],
          [2.76, 0.4, 0.26],
          [5.4, 0.15, 0.1],
        ] as const)
          ring(out, from, { start: at, hertz: hertz * part, decay, left: left * gain, right: right * gain });
      });
    },
  };
}

/** A random pitch of a pentatonic scale, from a note in Hz. */
const pentatonic = (random: Random, home: number, notes: number): number =>
  home * 2 ** ((([0, 2, 4, 7, 9][Math.floor(random() * 5)] ?? 0) + 12 * Math.floor(random() * notes)) / 12);
