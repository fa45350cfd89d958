import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that a second of a dream takes on the disk. */
export interface DiskRates {
  /** of its tape, while it is live */
  readonly tape: number;
  /** of its video */
  readonly video: number;
  /** Adds what one dream took in so many seconds. */
  note(kind: Kind, bytes: number, seconds: number): void;
}

type Kind = 'tape' | 'video';
type Seen = Record<Kind, number[]>;

const FILE = 'disk-rates.json';
/** Until a dream has shown what it takes here: 16 frames of 128 KiB, and the most that the encoder gives a video (6 Mbit/s). */
const UNKNOWN: Record<Kind, number> = { tape: 2 * 1024 * 1024, video: 768 * 1024 };
/** The largest of so many dreams counts, and some more: the next one may be livelier. */
const DREAMS = 20;
const MARGIN = 1.25;
/** Even of dreams that stood still. */
const MIN_RATE: Record<Kind, number> = { tape: 96 * 1024, video: 96 * 1024 };
/** A shorter dream shows little of its rate. */
export const SHOWN_AFTER_SECONDS = 5;

/** Bytes a second that dreams take on this box, measured and kept in the data folder over starts. */
export function openDiskRates(dataDir: string): DiskRates {
  const path = join(dataDir, FILE);
  const seen = readSeen(path);

  function rate(kind: Kind): number {
    const rates = seen[kind];
    if (rates.length > 0) return Math.max(MIN_RATE[kind], MARGIN * Math.max(...rates));
    // No video is larger than its tape.
    return kind === 'video' ? Math.min(UNKNOWN.video, rate('tape')) : UNKNOWN.tape;
  }

  return {
    get tape() {
      return rate('tape');
    },
    get video() {
      return rate('video');
    },
    note(kind, bytes, seconds) {
      if (seconds < SHOWN_AFTER_SECONDS || bytes <= 0) return;
      seen[kind] = [...seen[kind], Math.round(bytes / seconds)].slice(-DREAMS);
      try {
        // At once and in order: some hundred bytes, once or twice a dream.
        writeFileSync(path, JSON.stringify(seen), { mode: 0o600 });
      } catch {
        // Lost with a full disk, it is measured again.
      }
    },
  };
}

function readSeen(path: string): Seen {
  try {
    const { tape, video } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Seen>;
    return { tape: numbers(tape), video: numbers(video) };
  } catch {
    return { tape: [], video: [] };
  }
}

const numbers = (values: unknown): number[] =>
  Array.isArray(values) ? values.filter((value) => Number.isFinite(value) && value > 0) : [];
