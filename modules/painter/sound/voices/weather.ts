import { between, createRandom, mixSeed } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { BANDS, createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Stereo, type Strike, type Voice } from '../packet.ts';
import { ring } from '../tones.ts';
import { addSpectrum } from './shapes.ts';

const RAIN = [0.002, 0.003, 0.006, 0.01, 0.016, 0.024, 0.034, 0.034, 0.02];
const RAIN_OUTSIDE = [0.01, 0.016, 0.024, 0.022, 0.014, 0.006, 0.002, 0.001, 0];

/**
 * Rain: a hiss of distant drops, and near ones by themselves.
 * @param amount 0–1
 * @param isInside it falls on a window and a roof
 */
export function createRain(seed: number, amount: number, isInside: boolean): Voice {
  const spectrum = isInside ? RAIN_OUTSIDE : RAIN;
  const noise = createNoise(seed, (gains, seconds) => {
    for (let band = 0; band < BANDS; band++) {
      const level = (spectrum[band] ?? 0) * (0.25 + amount * 0.85);
      const swell = (side: number) => 0.7 + 0.45 * drift(seed + side + (band >> 1), seconds * 0.5);
      gains[band] = level * swell(0);
      gains[BANDS + band] = level * swell(500);
    }
  });
  const [low, high] = isInside ? [650, 2_600] : [1_500, 7_500];
  return {
    render(out, from) {
      noise(out, from);
      const slot = 0.008;
      const seconds = from / SOUND_RATE;
      eachSlot(seed + 1, slot, 0.14, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.15 + amount * 0.75) return;
        const hertz = low * (high / low) ** random();
        const [left, right] = panned(between(random, -1, 1), 0.008 + 0.075 * random() ** 6);
        const decay = between(random, 0.001, 0.0045) * (isInside ? 2 : 1);
        ring(out, from, { start: (start + random() * slot) * SOUND_RATE, hertz, decay, left, right });
      });
      // heavier drops, from leaves and gutters
      eachSlot(seed + 2, 0.11, 0.4, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.3 + amount * 0.5) return;
        const hertz = between(random, 500, 1_500);
        const [left, right] = panned(between(random, -0.8, 0.8), 0.006 + 0.034 * random() ** 3);
        const at = (start + random() * 0.1) * SOUND_RATE;
        ring(out, from, { start: at, hertz, decay: 0.012, left, right });
        ring(out, from, {
          start: at + 700,
          hertz: hertz * 1.5,
          decay: 0.008,
          left: left / 2,
          right: right / 2,
        });
      });
    },
  };
}

/** Bands an octave apart: a gust is this many of them wide. */
const GUST_WIDTH = 1.25;

/**
 * Wind: noise whose pitch and loudness rise and fall with the gusts.
 * @param force 0 a breeze … 1 a storm
 */
export function createWind(seed: number, force: number): Voice {
  const pace = 0.28 + force * 0.3;
  const side = (gains: Float64Array, first: number, seconds: number, salt: number) => {
    const gust =
      0.75 * drift(seed, seconds * pace) +
      0.35 * drift(seed + salt, seconds * pace * 1.6) +
      0.15 * drift(seed + salt + 1, seconds * 3.1) -
      0.1;
    const centre = 1.1 + force * 0.9 + gust * (1.3 + force * 0.8);
    const level = (0.018 + 0.06 * force) * (0.22 + gust ** 1.6 * 1.35);
    for (let band = 0; band < BANDS; band++) {
      const off = (band - centre) / (band < centre ? GUST_WIDTH * 1.2 : GUST_WIDTH);
      gains[first + band] = level * Math.exp(-off * off);
    }
  };
  const noise = createNoise(seed, (gains, seconds) => {
    side(gains, 0, seconds, 11);
    side(gains, BANDS, seconds, 29);
  });
  return { render: noise };
}

const RUSTLE = [0, 0, 0.001, 0.003, 0.008, 0.016, 0.022, 0.018, 0.008];

/** Leaves in the wind. */
export function createLeaves(seed: number, force: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const salt of [3, 5, 7]) {
      const gust = drift(seed + salt, seconds * (0.3 + force * 0.3)) ** 2;
      const flutter = 0.7 + 0.6 * drift(seed + salt + 40, seconds * 7);
      addSpectrum(gains, RUSTLE, gust * flutter * (0.4 + force * 0.9), (salt - 5) * 0.4);
    }
  });
  return { render: noise };
}

const HUSH = [0.004, 0.006, 0.007, 0.006, 0.0045, 0.003, 0.002, 0.001, 0];

/** Snow's quiet: hardly more than the air. */
export function createSnow(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const [i, pan] of [-0.6, 0.6].entries())
      addSpectrum(gains, HUSH, 0.3 + 0.6 * drift(seed + i * 50, seconds * 0.25), pan);
  });
  return {
    render(out, from) {
      noise(out, from);
      const seconds = from / SOUND_RATE;
      eachSlot(seed + 1, 0.09, 0.15, seconds, seconds + 0.02, (start, random) => {
        if (random() > 0.3) return;
        const [left, right] = panned(between(random, -1, 1), 0.0035 * random());
        const hertz = between(random, 5_000, 9_000);
        ring(out, from, { start: (start + random() * 0.09) * SOUND_RATE, hertz, decay: 0.0015, left, right });
      });
    },
  };
}

const RUMBLE = [0.2, 0.19, 0.12, 0.055, 0.02, 0.007, 0.002, 0, 0];
const CRACK = [0.06, 0.1, 0.15, 0.18, 0.2, 0.17, 0.12, 0.07, 0.03];
const THUNDER_SECONDS = 9;
/** Metres a second. */
const SPEED_OF_SOUND = 340;

/** Distance of a flash in metres, which delays and dulls its thunder. */
export const flashMetres = (seed: number): number => 140 + createRandom(mixSeed(seed, 1))() ** 1.3 * 700;

/** Seconds from a flash to its thunder. */
export const thunderDelay = (seed: number): number => flashMetres(seed) / SPEED_OF_SOUND;

/** Thunder of the flashes in the picture, later and duller the farther they are. */
export function createThunder(seed: number): Voice {
  let strikes: Strike[] = [];
  const noise = createNoise(seed, (gains, seconds) => {
    for (const strike of strikes) addThunder(gains, strike, seconds);
  });
  return {
    strike(strike) {
      strikes.push(strike);
    },
    render(out: Stereo, from: number) {
      strikes = strikes.filter(({ at }) => at + (THUNDER_SECONDS + 3) * SOUND_RATE > from);
      if (strikes.length > 0) noise(out, from);
    },
  };
}

function addThunder(gains: Float64Array, { at, pan, seed }: Strike, seconds: number): void {
  const since = seconds - at / SOUND_RATE - thunderDelay(seed);
  if (since < 0 || since > THUNDER_SECONDS) return;
  const random = createRandom(mixSeed(seed, 2));
  const near = 1 - (flashMetres(seed) - 140) / 700;
  const loudness = 0.55 + 0.5 * near;
  // the first peal with its crack, then others that roll behind it
  const sharp = near ** 1.5;
  const attack = 0.012 + (1 - near) * 0.16;
  addSpectrum(gains, CRACK, loudness * sharp * peal(since, 0.006, 0.09) * 0.9, pan);
  addSpectrum(gains, CRACK, loudness * sharp * peal(since - 0.13 - random() * 0.1, 0.01, 0.16) * 0.5, pan);
  let level = peal(since, attack, 0.9) * 0.9;
  for (let i = 1; i < 6; i++) {
    const start = i * between(random, 0.35, 0.75);
    level += peal(since - start, 0.08 + i * 0.04, 0.5 + i * 0.16) * between(random, 0.25, 0.8) * 0.8 ** i;
  }
  const rolling = 0.7 + 0.5 * drift(seed, seconds * 6);
  addSpectrum(gains, RUMBLE, loudness * level * rolling, pan * Math.max(0.2, 1 - since));
}

/** A burst with a short attack, in seconds. */
function peal(since: number, attack: number, decay: number): number {
  if (since < 0) return 0;
  return since < attack ? since / attack : Math.exp((attack - since) / decay);
}
