import { between, createRandom, mixSeed, type Random } from '../../../generator/random.ts';
import { drift, eachSlot } from '../drift.ts';
import { createNoise } from '../noise-bands.ts';
import { panned, SOUND_RATE, type Stereo, type Voice } from '../packet.ts';
import { glide } from '../tones.ts';
import { addSpectrum } from './shapes.ts';

const CHORUS = [0, 0, 0, 0, 0, 0.0006, 0.007, 0.0025, 0];

/**
 * Crickets: each with its own pitch, place and pace, in front of a distant chorus.
 * @param amount 0 a few … 1 a warm night full of them
 */
export function createCrickets(seed: number, amount: number): Voice {
  const random = createRandom(seed);
  const crickets = Array.from({ length: 3 + Math.round(amount * 4) }, (_, i) => ({
    seed: mixSeed(seed, i),
    hertz: between(random, 3_900, 4_900),
    period: between(random, 0.36, 0.62),
    pulses: random() < 0.6 ? 3 : 4,
    place: panned(between(random, -0.9, 0.9), 0.011 + 0.032 * random() ** 2),
  }));
  const noise = createNoise(seed, (gains, seconds) => {
    const trill = 0.62 + 0.38 * Math.sin(2 * Math.PI * 17 * seconds);
    addSpectrum(gains, CHORUS, (0.4 + amount * 0.6) * trill * (0.5 + 0.6 * drift(seed, seconds * 0.2)));
  });
  return {
    render(out, from) {
      noise(out, from);
      const now = from / SOUND_RATE;
      for (const { seed: own, hertz, period, pulses, place } of crickets) {
        eachSlot(own, period, 0.2 + period, now, now + 0.02, (start, chance) => {
          // now and then one falls silent for a while
          const zeal = drift(own + 1, start * 0.09);
          if (zeal < 0.3) return;
          const at = start + chance() * 0.03;
          for (let pulse = 0; pulse < pulses; pulse++) {
            const gain = Math.min(1, (zeal - 0.3) * 3) * (0.6 + 0.14 * pulse);
            glide(out, from, {
              start: (at + pulse * 0.031) * SOUND_RATE,
              seconds: 0.019,
              hertz: [hertz * 1.005, hertz, hertz * 0.985],
              attack: 0.4,
              left: place[0] * gain,
              right: place[1] * gain,
            });
          }
        });
      }
    },
  };
}

/** A bird's song: its notes as start and length in seconds, and three frequencies. */
interface Song {
  at: number;
  seconds: number;
  hertz: [number, number, number];
  vibrato?: [number, number];
}

/**
 * Songbirds: each repeats its own phrase, with pauses.
 * @param amount 0 one or two … 1 a dawn chorus
 * @param isTropical with low, far-carrying calls among them
 */
export function createBirds(seed: number, amount: number, isTropical: boolean): Voice {
  const random = createRandom(seed);
  const singers = Array.from({ length: 2 + Math.round(amount * 4) }, (_, i) => ({
    seed: mixSeed(seed, i),
    song: isTropical && i % 2 === 1 ? whoop(random) : songOf(random),
    slot: between(random, 2.8, 5.5) * (1.35 - amount * 0.45),
    pan: between(random, -0.9, 0.9),
    gain: 0.018 + 0.055 * random() ** 1.5,
  }));
  return {
    render(out, from) {
      const now = from / SOUND_RATE;
      for (const { seed: own, song, slot, pan, gain } of singers) {
        eachSlot(own, slot, slot + 3, now, now + 0.02, (start, chance) => {
          if (chance() > 0.72) return;
          const at = start + chance() * slot * 0.6;
          const [pitch, pace] = [between(chance, 0.95, 1.05), between(chance, 0.9, 1.12)];
          const notes = Math.max(2, Math.ceil(song.length * between(chance, 0.5, 1)));
          const [left, right] = panned(pan, gain * between(chance, 0.6, 1));
          for (let i = 0; i < Math.min(notes, song.length); i++) {
            const note = song[i] as Song;
            glide(out, from, {
              start: (at + note.at * pace) * SOUND_RATE,
              seconds: note.seconds * pace,
              hertz: [note.hertz[0] * pitch, note.hertz[1] * pitch, note.hertz[2] * pitch],
              harmonics: [1, 0.12],
              attack: 0.3,
              ...(note.vibrato && { vibrato: note.vibrato }),
              left,
              right,
            });
          }
        });
      }
    },
  };
}

function songOf(random: Random): Song[] {
  const home = between(random, 2_300, 4_600);
  const kind = random();
  let at = 0;
  if (kind < 0.3) {
    // a trill on one or two notes
    const [gap, drop] = [between(random, 0.07, 0.12), between(random, 0.8, 0.97)];
    return Array.from({ length: 8 + Math.floor(random() * 8) }, (_, i) => ({
      at: i * gap,
      seconds: gap * 0.75,
      hertz: [home * (i % 2 ? drop : 1), home * 1.12, home * drop],
    }));
  }
  if (kind < 0.5) {
    // two long notes, as of a tit or a cuckoo
    const lower = home * between(random, 0.72, 0.86);
    return [0, 0.42, 0.84, 1.26].map((start) => {
      const hertz = start % 0.84 < 0.1 ? home : lower;
      return { at: start, seconds: 0.22, hertz: [hertz * 1.03, hertz, hertz * 0.97] };
    });
  }
  // a melody
  return Array.from({ length: 4 + Math.floor(random() * 5) }, () => {
    const hertz = home * 2 ** between(random, -0.35, 0.45);
    const seconds = between(random, 0.06, 0.2);
    const note: Song = {
      at,
      seconds,
      hertz: [hertz * between(random, 0.85, 1.2), hertz, hertz * between(random, 0.8, 1.25)],
      ...(random() < 0.35 && { vibrato: [between(random, 22, 38), hertz * 0.06] as [number, number] }),
    };
    at += seconds + between(random, 0.03, 0.12);
    return note;
  });
}

function whoop(random: Random): Song[] {
  const low = between(random, 520, 900);
  return [0, 0.45, 0.9, 1.3].map((at, i) => ({
    at,
    seconds: 0.34,
    hertz: [low * (1 + i * 0.08), low * (1.5 + i * 0.1), low * (1.2 + i * 0.1)],
  }));
}

const INSECTS = [0, 0, 0, 0, 0, 0.0008, 0.004, 0.009, 0.004];

/** A jungle's insects: a shimmering drone. */
export function createInsects(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const [pace, pan] of [
      [11, -0.7],
      [14.3, 0.7],
      [7.7, 0.1],
    ] as const) {
      const beat = 0.6 + 0.4 * Math.sin(2 * Math.PI * pace * seconds + pace);
      addSpectrum(gains, INSECTS, beat * drift(seed + pace, seconds * 0.15) ** 1.5, pan);
    }
  });
  return { render: noise };
}

const CALLS = {
  gull: {
    slot: 3.4,
    share: 0.75,
    level: 0.05,
    harmonics: [0.7, 1, 0.5, 0.22, 0.1],
    notes: [
      [0, 0.34, 760, 1_150, 820],
      [0.42, 0.24, 800, 1_120, 800],
      [0.7, 0.22, 780, 1_050, 760],
      [0.96, 0.2, 740, 980, 720],
    ],
    echo: 0,
  },
  owl: {
    slot: 6.5,
    share: 0.95,
    level: 0.075,
    harmonics: [1, 0.1, 0.04],
    notes: [
      [0, 0.42, 372, 396, 384],
      [0.95, 0.16, 376, 392, 384],
      [1.18, 0.7, 384, 402, 366],
    ],
    echo: 0.16,
  },
  wolf: {
    slot: 8.5,
    share: 0.95,
    level: 0.07,
    harmonics: [1, 0.45, 0.2, 0.08],
    notes: [[0, 3.4, 300, 640, 390]],
    echo: 0.3,
  },
  whale: {
    slot: 6.2,
    share: 0.95,
    level: 0.1,
    harmonics: [1, 0.4, 0.3, 0.12, 0.06],
    notes: [
      [0, 2.2, 130, 290, 170],
      [2.5, 1.3, 330, 210, 420],
      [4, 0.9, 180, 150, 110],
    ],
    echo: 0.35,
  },
  dog: {
    slot: 5.2,
    share: 0.85,
    level: 0.09,
    harmonics: [1, 0.9, 0.75, 0.5, 0.35, 0.2, 0.1],
    notes: [
      [0, 0.15, 330, 470, 260],
      [0.36, 0.17, 320, 450, 240],
    ],
    echo: 0.1,
  },
  cat: {
    slot: 7,
    share: 0.9,
    level: 0.05,
    harmonics: [0.7, 1, 0.7, 0.4, 0.2, 0.1],
    notes: [[0, 0.75, 480, 720, 430]],
    echo: 0,
  },
  elephant: {
    slot: 9,
    share: 0.95,
    level: 0.05,
    harmonics: [1, 0.8, 0.9, 0.6, 0.5, 0.3, 0.2, 0.1],
    notes: [[0, 1.5, 330, 560, 420]],
    echo: 0.25,
  },
  growl: {
    slot: 7.5,
    share: 0.95,
    level: 0.075,
    harmonics: [1, 0.9, 0.8, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15],
    notes: [[0, 2, 52, 88, 46]],
    echo: 0.15,
  },
  frog: {
    slot: 1.9,
    share: 0.6,
    level: 0.03,
    harmonics: [1, 0.8, 0.5, 0.6, 0.3],
    notes: [
      [0, 0.16, 210, 250, 230],
      [0.26, 0.18, 205, 255, 225],
    ],
    echo: 0,
  },
} as const satisfies Record<string, CallShape>;

interface CallShape {
  /** seconds between two chances of a call */
  slot: number;
  share: number;
  level: number;
  harmonics: readonly number[];
  /** start and length in seconds, and three frequencies in Hz */
  notes: readonly (readonly [number, number, number, number, number])[];
  /** gain of its echo */
  echo: number;
}

export type CallName = keyof typeof CALLS;

/** Rough voices flutter this fast, in Hz, and this deep, in parts of their pitch. */
const ROUGH: Partial<Record<CallName, readonly [number, number]>> = {
  growl: [23, 0.5],
  frog: [31, 0.3],
  elephant: [34, 0.12],
  wolf: [5.2, 0.012],
  gull: [12, 0.02],
  cat: [6, 0.015],
};

/** An animal that calls at intervals. */
export function createCalls(seed: number, name: CallName, callers = 1): Voice {
  const call: CallShape = CALLS[name];
  const longest = Math.max(...call.notes.map(([at, seconds]) => at + seconds)) * 1.3;
  return {
    render(out, from) {
      const now = from / SOUND_RATE;
      for (let caller = 0; caller < callers; caller++) {
        const own = mixSeed(seed, caller);
        const slot = call.slot * (1 + caller * 0.17);
        eachSlot(own, slot, slot + longest + 1, now, now + 0.02, (start, random) => {
          if (random() > call.share) return;
          const at = start + (0.05 + random() * 0.5) * slot;
          const [pan, gain] = [between(random, -0.7, 0.7), call.level * between(random, 0.5, 1)];
          const [pitch, pace] = [between(random, 0.9, 1.1), between(random, 0.9, 1.2)];
          addCall(out, from, { name, call, at, pan, gain, pitch, pace });
          if (call.echo > 0)
            addCall(out, from, { name, call, at: at + 0.37, pan: -pan, gain: gain * call.echo, pitch, pace });
        });
      }
    },
  };
}

function addCall(
  out: Stereo,
  from: number,
  {
    name,
    call,
    at,
    pan,
    gain,
    pitch,
    pace,
  }: { name: CallName; call: CallShape; at: number; pan: number; gain: number; pitch: number; pace: number },
): void {
  const [left, right] = panned(pan, gain / call.harmonics.length ** 0.5);
  const [rate, depth] = ROUGH[name] ?? [0, 0];
  for (const [start, seconds, low, middle, high] of call.notes)
    glide(out, from, {
      start: (at + start * pace) * SOUND_RATE,
      seconds: seconds * pace,
      hertz: [low * pitch, middle * pitch, high * pitch],
      harmonics: call.harmonics,
      ...(rate > 0 && { vibrato: [rate, depth * middle * pitch] as const }),
      attack: 0.25,
      left,
      right,
    });
}

/** A horse that walks: four beats, of which two are stronger. */
export function createHooves(seed: number): Voice {
  const noise = createNoise(seed, (gains, seconds) => {
    for (const [beat, gain] of HOOVES) {
      const since = (seconds - beat * STRIDE) % STRIDE;
      addSpectrum(gains, HOOF, gain * Math.exp(-(since < 0 ? since + STRIDE : since) / 0.022));
    }
  });
  return { render: noise };
}

const STRIDE = 1.05;
const HOOVES = [
  [0, 1],
  [0.25, 0.6],
  [0.5, 0.9],
  [0.75, 0.55],
] as const;
const HOOF = [0.07, 0.1, 0.09, 0.1, 0.075, 0.03, 0.012, 0.004, 0];
