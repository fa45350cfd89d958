import { between, mixSeed } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { BANDS, createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Voice } from '../packet.ts';
import { glide, hum, type Partial, ring, ringSeconds } from '../tones.ts';
import { addSpectrum, type Spectrum, surge } from './shapes.ts';

const TRAFFIC = [0.042, 0.046, 0.034, 0.02, 0.011, 0.006, 0.003, 0.001, 0];
const PASSING = [0.05, 0.05, 0.042, 0.042, 0.05, 0.036, 0.018, 0.008, 0.002];

/** A city from a little above: the hum of its traffic, passing cars, and a horn far away. */
export function createCity(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const [i, pan] of [-0.5, 0.5].entries())
      addSpectrum(gains, TRAFFIC, 0.4 + 0.3 * drift(seed + i * 7, seconds * 0.35), pan);
    addCars(gains, seed, seconds, 4.2, 0.36);
  });
  return {
    render(out, from) {
      noise(out, from);
      const now = from / SOUND_RATE;
      eachSlot(seed + 1, 13, 14, now, now + 0.02, (start, random) => {
        if (random() > 0.7) return;
        const at = start + random() * 11;
        const [left, right] = panned(between(random, -0.8, 0.8), between(random, 0.003, 0.008));
        const hertz = between(random, 330, 440);
        for (const [after, seconds] of random() < 0.5
          ? [[0, 0.5] as const]
          : [[0, 0.16] as const, [0.25, 0.4] as const])
          for (const pitch of [hertz, hertz * 1.26])
            glide(out, from, {
              start: (at + after) * SOUND_RATE,
              seconds,
              hertz: [pitch, pitch, pitch * 0.995],
              harmonics: [1, 0.7, 0.5, 0.3, 0.15],
              attack: 0.12,
              left,
              right,
            });
      });
    },
  };
}

/** A road: cars that pass from one side to the other. */
export function createRoad(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, TRAFFIC, 0.12);
    addCars(gains, seed, seconds, 5.5, 0.8);
  });
  return { render: noise };
}

function addCars(gains: Float64Array, seed: number, seconds: number, slot: number, level: number): void {
  eachSlot(seed + 3, slot, slot + 5, seconds, seconds, (start, random) => {
    const since = seconds - start - random() * slot;
    const [pace, heading] = [between(random, 0.7, 1.4), random() < 0.5 ? -1 : 1];
    const gain = level * between(random, 0.35, 1);
    const way = (since - 2.5) / pace;
    if (Math.abs(way) > 3.4) return;
    const near = 1 / (1 + way * way * 3.2);
    const edge = Math.min(1, (3.4 - Math.abs(way)) * 2);
    const [left, right] = panned(heading * Math.tanh(way * 1.2) * 0.9, gain * edge);
    for (let band = 0; band < BANDS; band++) {
      // only near cars hiss
      const value = (PASSING[band] ?? 0) * near ** (0.7 + band * 0.16);
      gains[band] = (gains[band] as number) + value * left;
      gains[BANDS + band] = (gains[BANDS + band] as number) + value * right;
    }
  });
}

const SPEECH = [0, 0.006, 0.02, 0.03, 0.024, 0.014, 0.006, 0.003, 0.001];

/** A crowd's murmur: many voices without words. */
export function createCrowd(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (let speaker = 0; speaker < 6; speaker++) {
      const own = mixSeed(seed, speaker);
      const syllables = drift(own, seconds * (3.4 + speaker * 0.5)) ** 2;
      const talks = drift(own + 1, seconds * 0.3);
      const [left, right] = panned((speaker - 2.5) / 3, syllables * talks * 0.8);
      const vowel = drift(own + 2, seconds * 5) * 2;
      for (let band = 0; band < BANDS; band++) {
        const formant = 0.3 + Math.exp(-((band - 2.6 - vowel) ** 2));
        const value = (SPEECH[band] ?? 0) * formant;
        gains[band] = (gains[band] as number) + value * left;
        gains[BANDS + band] = (gains[BANDS + band] as number) + value * right;
      }
    }
  });
  return { render: noise };
}

/** A bell's partials: parts of its pitch, gains, and seconds of decay. */
const BELL = [
  [0.5, 0.5, 1.9],
  [1, 1, 1.7],
  [1.19, 0.55, 1.2],
  [1.5, 0.4, 1.2],
  [2, 0.6, 1],
  [2.51, 0.3, 0.7],
  [3.01, 0.2, 0.5],
  [4.1, 0.12, 0.3],
] as const;
const BELL_SLOT = 3.1;

/** A bell that tolls, with pauses. */
export function createBell(seed: number, hertz: number): Voice {
  const longest = ringSeconds(1.9);
  return {
    render(out, from) {
      const now = from / SOUND_RATE;
      eachSlot(seed, BELL_SLOT, longest + BELL_SLOT, now, now + 0.02, (start, random, index) => {
        if (index % 6 > 3) return;
        const [left, right] = panned(0.15, 0.03 * between(random, 0.8, 1));
        for (const [part, gain, decay] of BELL)
          ring(out, from, {
            start: (start + 0.4) * SOUND_RATE,
            hertz: hertz * part,
            decay,
            left: left * gain,
            right: right * gain * (part === 1.5 ? -1 : 1),
          });
      });
    },
  };
}

/** A room with a clock. */
export function createRoom(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, ROOM, 0.7 + 0.4 * drift(seed, seconds * 0.2));
  });
  return {
    render(out, from) {
      noise(out, from);
      const now = from / SOUND_RATE;
      eachSlot(seed + 1, 0.5, 0.7, now, now + 0.02, (start, _random, index) => {
        const [left, right] = panned(0.35, index % 2 === 0 ? 0.03 : 0.022);
        const pitch = index % 2 === 0 ? 1 : 0.84;
        for (const [hertz, decay, gain] of TICK)
          ring(out, from, {
            start: start * SOUND_RATE,
            hertz: hertz * pitch,
            decay,
            left: left * gain,
            right: right * gain,
          });
      });
    },
  };
}

const ROOM = [0.005, 0.004, 0.003, 0.002, 0.001, 0.0006, 0.0003, 0, 0];
const TICK = [
  [2_350, 0.006, 1],
  [3_900, 0.003, 0.7],
  [980, 0.012, 0.35],
] as const;

const CHUFF = [0.05, 0.06, 0.055, 0.05, 0.05, 0.04, 0.025, 0.012, 0.004];
const CHUFF_SECONDS = 0.26;
const RAIL_SECONDS = 1.25;

/** A steam train: chuffs, rail joints, and a whistle now and then. */
export function createTrain(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    const turn = Math.floor(seconds / CHUFF_SECONDS);
    const since = seconds - turn * CHUFF_SECONDS;
    const gain = turn % 4 === 0 ? 1 : 0.66;
    addSpectrum(
      gains,
      CHUFF,
      gain * surge(since, 0.025, 0.025, 0.075),
      (drift(seed, seconds * 0.2) - 0.5) * 0.6,
    );
    addSpectrum(gains, TRAFFIC, 0.5);
    const along = ((seconds % RAIL_SECONDS) + RAIL_SECONDS) % RAIL_SECONDS;
    for (const joint of [0.1, 0.26])
      addSpectrum(gains, JOINT, surge(along - joint, 0.006, 0.006, 0.03) * (along > joint ? 1 : 0));
  });
  return {
    render(out, from) {
      noise(out, from);
      const now = from / SOUND_RATE;
      eachSlot(seed + 1, 17, 19, now, now + 0.02, (start, random) => {
        const at = start + 2 + random() * 10;
        const [left, right] = panned(between(random, -0.5, 0.5), 0.012);
        for (const [after, seconds] of [
          [0, 0.5],
          [0.65, 1.3],
        ] as const)
          for (const hertz of [440, 554, 659])
            glide(out, from, {
              start: (at + after) * SOUND_RATE,
              seconds,
              hertz: [hertz * 0.97, hertz, hertz * 0.98],
              harmonics: [1, 0.5, 0.2],
              attack: 0.15,
              left,
              right,
            });
      });
    },
  };
}

const JOINT = [0.05, 0.08, 0.09, 0.06, 0.04, 0.02, 0.008, 0, 0];

interface EngineShape {
  /** in Hz */
  pitch: number;
  spectrum: Spectrum;
  tone: number;
}

const ENGINES = {
  car: { pitch: 46, spectrum: [0.03, 0.03, 0.022, 0.012, 0.007, 0.004, 0.002, 0, 0], tone: 0.03 },
  plane: { pitch: 88, spectrum: [0.04, 0.05, 0.05, 0.04, 0.025, 0.012, 0.005, 0.002, 0], tone: 0.02 },
  rocket: { pitch: 31, spectrum: [0.12, 0.11, 0.09, 0.06, 0.035, 0.018, 0.009, 0.004, 0.001], tone: 0.01 },
} as const satisfies Record<string, EngineShape>;

export type EngineName = keyof typeof ENGINES;

/** An engine: a tone with its harmonics, in noise. */
export function createEngine(seed: number, name: EngineName): Voice {
  const { pitch, spectrum, tone } = ENGINES[name];
  const noise = createNoise(seed, (gains, seconds) => {
    addSpectrum(gains, spectrum, 0.6 + 0.3 * drift(seed, seconds * 0.7) + 0.2 * drift(seed + 1, seconds * 9));
  });
  const partials: Partial[] = [1, 2, 3, 4, 6].map((part, i) => ({
    hertz: pitch * part * (1 + i * 0.0013),
    gains(seconds) {
      const gain = (tone / (1 + i * 0.6)) * (0.5 + 0.6 * drift(seed + i, seconds * 1.1));
      return panned((drift(seed + 9 + i, seconds * 0.4) - 0.5) * 0.8, gain);
    },
  }));
  return {
    render(out, from) {
      noise(out, from);
      hum(out, from, partials);
    },
  };
}
