import { between } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { BANDS, createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Voice } from '../packet.ts';
import { glide, ring } from '../tones.ts';
import { addSpectrum, surge } from './shapes.ts';

const WAVE = [0.032, 0.05, 0.055, 0.05, 0.042, 0.034, 0.026, 0.016, 0.007];
const WAVE_SECONDS = 14;

/**
 * Breaking waves: each begins as a deep swell, breaks, and runs out as hiss.
 * @param force 0 a light surf … 1 a heavy sea
 */
export function createSea(seed: number, force: number): Voice {
  const interval = 4.6 - force * 1.4;
  const noise = createNoise(seed, (gains, seconds) => {
    const bed = 0.22 + force * 0.25 + 0.12 * drift(seed, seconds * 0.3);
    addSpectrum(gains, WAVE, bed);
    eachSlot(seed, interval, WAVE_SECONDS, seconds, seconds, (start, random) => {
      const since = seconds - start - random() * interval * 0.7;
      const strength = between(random, 0.45, 1.15) * (0.8 + force * 0.5);
      const [left, right] = panned(between(random, -0.7, 0.7) * Math.cos(since * 0.25), strength);
      for (let band = 0; band < BANDS; band++) {
        const high = band / BANDS;
        const level = surge(since, 2.2 + high * 1.1, 2.4 - high * 1.3, 0.9 + high * 1.6) * (WAVE[band] ?? 0);
        gains[band] = (gains[band] as number) + level * left;
        gains[BANDS + band] = (gains[BANDS + band] as number) + level * right;
      }
    });
  });
  return { render: noise };
}

const LAP = [0.004, 0.012, 0.02, 0.022, 0.016, 0.009, 0.004, 0.002, 0];

/** A lake's edge: small waves that lap a shore. */
export function createLapping(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, LAP, 0.3 + 0.25 * drift(seed, seconds * 0.4));
    eachSlot(seed, 1.7, 4, seconds, seconds, (start, random) => {
      const since = seconds - start - random() * 1.2;
      const level = surge(since, 0.5, 0.5, between(random, 0.3, 0.7)) * between(random, 0.5, 1.6);
      addSpectrum(gains, LAP, level, between(random, -0.8, 0.8));
    });
  });
  return {
    render(out, from) {
      noise(out, from);
      addBubbles(out, from, seed + 1, { every: 0.3, share: 0.55, low: 300, high: 900, level: 0.02 });
    },
  };
}

const STREAM = [0.002, 0.006, 0.014, 0.026, 0.032, 0.028, 0.02, 0.012, 0.005];

/** Running water over stones. */
export function createStream(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (let band = 0; band < BANDS; band++) {
      const flutter = (side: number) =>
        (0.55 +
          0.5 * drift(seed + band * 31 + side, seconds * (2.2 + band * 0.9)) +
          0.3 * drift(seed + band * 17 + 5 + side, seconds * 0.35)) *
        (STREAM[band] ?? 0);
      gains[band] = flutter(0);
      gains[BANDS + band] = flutter(1000);
    }
  });
  return {
    render(out, from) {
      noise(out, from);
      addBubbles(out, from, seed + 1, { every: 0.035, share: 0.8, low: 420, high: 2_100, level: 0.034 });
    },
  };
}

const FALL = [0.03, 0.042, 0.048, 0.048, 0.045, 0.04, 0.034, 0.026, 0.014];

/** A waterfall: a broad, steady roar. */
export function createWaterfall(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (let band = 0; band < BANDS; band++) {
      const level = (FALL[band] ?? 0) * (0.8 + 0.35 * drift(seed + band, seconds * (0.6 + band * 0.3)));
      gains[band] = level;
      gains[BANDS + band] = level * (0.86 + 0.28 * drift(seed + band + 77, seconds * 0.9));
    }
  });
  return { render: noise };
}

const DEEP = [0.075, 0.06, 0.034, 0.013, 0.004, 0.001, 0, 0, 0];

/** Below the surface: a dull pressure and rising bubbles. */
export function createUnderwater(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, DEEP, 0.55 + 0.55 * drift(seed, seconds * 0.25), drift(seed + 9, seconds * 0.1) - 0.5);
  });
  return {
    render(out, from) {
      noise(out, from);
      addBubbles(out, from, seed + 1, { every: 0.16, share: 0.4, low: 240, high: 900, level: 0.05 });
      const seconds = from / SOUND_RATE;
      // a burst of bubbles now and then
      eachSlot(seed + 2, 4.3, 2, seconds, seconds + 0.02, (start, random) => {
        const [at, pan, size] = [start + random() * 2, between(random, -0.7, 0.7), between(random, 220, 420)];
        for (let i = 0; i < 14; i++) {
          const [left, right] = panned(pan + between(random, -0.2, 0.2), 0.05 * random());
          const hertz = size * (1 + i * 0.09 + random() * 0.3);
          glide(out, from, {
            start: (at + i * 0.075 + random() * 0.05) * SOUND_RATE,
            seconds: between(random, 0.04, 0.09),
            hertz: [hertz, hertz * 1.2, hertz * 1.6],
            attack: 0.15,
            left,
            right,
          });
        }
      });
    },
  };
}

/** Echoes of a cave's drops: seconds after the drop, and their gains. */
const ECHOES = [
  [0, 1, 0],
  [0.11, 0.34, -0.5],
  [0.19, 0.26, 0.6],
  [0.31, 0.17, -0.3],
  [0.46, 0.11, 0.4],
  [0.68, 0.06, -0.6],
] as const;
const HOLLOW = [0.012, 0.014, 0.009, 0.004, 0.0015, 0, 0, 0, 0];

/** A cave: drops that fall into a pool, and their echoes. */
export function createCave(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, HOLLOW, 0.6 + 0.8 * drift(seed, seconds * 0.15));
  });
  return {
    render(out, from) {
      noise(out, from);
      const seconds = from / SOUND_RATE;
      eachSlot(seed + 1, 0.9, 2.4, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.72) return;
        const at = start + random() * 0.8;
        const hertz = between(random, 700, 1_900);
        const [pan, level] = [between(random, -0.8, 0.8), 0.03 + 0.14 * random() ** 2];
        for (const [after, gain, side] of ECHOES) {
          const [left, right] = panned(pan + side, level * gain);
          const decay = 0.03 + after * 0.04;
          ring(out, from, { start: (at + after) * SOUND_RATE, hertz, decay, left, right });
          ring(out, from, {
            start: (at + after + 0.045) * SOUND_RATE,
            hertz: hertz * 1.32,
            decay: decay * 0.8,
            left: left * 0.7,
            right: right * 0.7,
          });
        }
      });
    },
  };
}

interface Bubbles {
  /** seconds between two chances of one */
  every: number;
  share: number;
  /** in Hz */
  low: number;
  high: number;
  level: number;
}

/** Bubbles that burst: short tones that rise. */
function addBubbles(
  out: Parameters<Voice['render']>[0],
  from: number,
  seed: number,
  { every, share, low, high, level }: Bubbles,
): void {
  const seconds = from / SOUND_RATE;
  eachSlot(seed, every, 0.14 + every, seconds, seconds + 0.02, (start, random) => {
    if (random() > share) return;
    const hertz = low * (high / low) ** random();
    const [left, right] = panned(between(random, -0.9, 0.9), level * (0.15 + 0.85 * random() ** 3));
    glide(out, from, {
      start: (start + random() * every) * SOUND_RATE,
      seconds: between(random, 0.025, 0.08) * Math.sqrt(700 / hertz),
      hertz: [hertz, hertz * 1.12, hertz * 1.45],
      attack: 0.12,
      left,
      right,
    });
  });
}
