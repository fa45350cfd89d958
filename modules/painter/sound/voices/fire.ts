import { between } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Strike, type Voice } from '../packet.ts';
import { glide, ring } from '../tones.ts';
import { addSpectrum } from './shapes.ts';

const FLAMES = [0.03, 0.034, 0.026, 0.014, 0.008, 0.005, 0.004, 0.003, 0.001];

/**
 * A fire: flickering flames that crackle.
 * @param force 0 a hearth … 1 a blaze
 */
export function createFire(seed: number, force: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    const flicker = 0.35 + 0.5 * drift(seed, seconds * 6.5) + 0.4 * drift(seed + 1, seconds * 1.3);
    addSpectrum(gains, FLAMES, flicker * (0.5 + force * 1.1), (drift(seed + 2, seconds * 0.8) - 0.5) * 0.5);
  });
  return {
    render(out, from) {
      noise(out, from);
      const seconds = from / SOUND_RATE;
      eachSlot(seed + 1, 0.022, 0.08, seconds, seconds + 0.02, (start, random) => {
        // crackles come in flurries
        if (random() > 0.12 + (0.4 + force * 0.3) * drift(seed + 3, start * 1.7) ** 2) return;
        const [left, right] = panned(between(random, -0.6, 0.6), 0.02 + 0.3 * random() ** 5);
        const hertz = between(random, 1_400, 6_500);
        const at = (start + random() * 0.02) * SOUND_RATE;
        ring(out, from, { start: at, hertz, decay: between(random, 0.0004, 0.002), left, right });
        ring(out, from, {
          start: at,
          hertz: hertz * 0.37,
          decay: 0.002,
          left: left * 0.6,
          right: right * 0.6,
        });
      });
      eachSlot(seed + 2, 1.1, 0.7, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.6) return;
        const [left, right] = panned(between(random, -0.5, 0.5), 0.05 + 0.16 * random() ** 2);
        const at = (start + random() * 0.9) * SOUND_RATE;
        ring(out, from, { start: at, hertz: between(random, 260, 620), decay: 0.011, left, right });
        for (let i = 0; i < 5; i++)
          ring(out, from, {
            start: at + random() * 0.09 * SOUND_RATE,
            hertz: between(random, 2_000, 7_000),
            decay: 0.0012,
            left: left * random(),
            right: right * random(),
          });
      });
    },
  };
}

const MAGMA = [0.09, 0.065, 0.03, 0.01, 0.004, 0.002, 0.001, 0, 0];

/** A volcano or lava: a rumble from below, and slow bubbles. */
export function createLava(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    const level = 0.35 + 0.8 * drift(seed, seconds * 0.5) ** 2 + 0.25 * drift(seed + 1, seconds * 4);
    addSpectrum(gains, MAGMA, level, (drift(seed + 2, seconds * 0.2) - 0.5) * 0.8);
  });
  return {
    render(out, from) {
      noise(out, from);
      const seconds = from / SOUND_RATE;
      eachSlot(seed + 1, 0.42, 0.7, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.6) return;
        const hertz = between(random, 70, 150);
        const [left, right] = panned(between(random, -0.8, 0.8), 0.03 + 0.09 * random() ** 2);
        glide(out, from, {
          start: (start + random() * 0.3) * SOUND_RATE,
          seconds: between(random, 0.12, 0.28),
          hertz: [hertz, hertz * 1.3, hertz * 2],
          harmonics: [1, 0.4, 0.15],
          attack: 0.2,
          left,
          right,
        });
      });
    },
  };
}

const BOOM = [0.2, 0.19, 0.12, 0.05, 0.02, 0.008, 0.003, 0.001, 0];
/** Seconds from a shell's burst to its report. */
const FIREWORK_DELAY = 0.35;
const FIREWORK_SECONDS = 3;

/** The reports of the fireworks in the picture, and their crackling sparks. */
export function createFireworks(seed: number): Voice {
  let shells: Strike[] = [];
  const noise = createNoise(seed, (gains, seconds) => {
    for (const { at, pan } of shells) {
      const since = seconds - at / SOUND_RATE - FIREWORK_DELAY;
      if (since < 0) continue;
      addSpectrum(gains, BOOM, 0.75 * Math.exp(-since / 0.22) + 0.12 * Math.exp(-since / 0.9), pan);
    }
  });
  return {
    strike(shell) {
      shells.push(shell);
    },
    render(out, from) {
      shells = shells.filter(({ at }) => at + FIREWORK_SECONDS * SOUND_RATE > from);
      if (shells.length === 0) return;
      noise(out, from);
      const seconds = from / SOUND_RATE;
      for (const { at, pan, seed: own } of shells) {
        const burst = at / SOUND_RATE + FIREWORK_DELAY + 0.15;
        eachSlot(own, 0.012, 0.03, seconds, seconds + 0.02, (start, random) => {
          const since = start - burst;
          if (since < 0 || random() > 0.6 * Math.exp(-since / 0.5)) return;
          const [left, right] = panned(
            pan + between(random, -0.3, 0.3),
            0.05 * random() ** 2 * Math.exp(-since / 0.6),
          );
          const hertz = between(random, 2_500, 7_500);
          ring(out, from, { start: start * SOUND_RATE, hertz, decay: 0.0015, left, right });
        });
      }
    },
  };
}
