import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Disk space that dreams take, in bytes per second. */
export interface DiskRates {
  /** the tape, while the dream is live */
  readonly tape: number;
  readonly video: number;
  /** Records the bytes and duration of one dream. */
  note(kind: Kind, bytes: number, seconds: number): void;
}

type Kind = 'tape' | 'video';
type Seen = Record<Kind, number[]>;

const FILE = 'disk-rates.json';
/** Until a dream has been measured here: 16 frames of 128 KiB, and the encoder's maximum bit rate (6 Mbit/s). */
const UNKNOWN: Record<Kind, number> = { tape: 2 * 1024 * 1024, video: 768 * 1024 };
/** The highest rate of this many dreams counts, plus a margin in case the next one has more motion. */
const DREAMS = 20;
const MARGIN = 1.25;
/** Minimum, in case every dream so far was nearly still. */
const MIN_RATE: Record<Kind, number> = { tape: 96 * 1024, video: 96 * 1024 };
/** Shorter dreams say little about the rate. */
export const SHOWN_AFTER_SECONDS = 5;

/** Rates of dreams on this server, measured, and kept in the data folder across restarts. */
export function openDiskRates(dataDir: string): DiskRates {
  const path = join(dataDir, FILE);
  const seen = readSeen(path);

  function rate(kind: Kind): number {
    const rates = seen[kind];
    if (rates.length > 0) return Math.max(MIN_RATE[kind], MARGIN * Math.max(...rates));
    // A video is never larger than its tape.
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
        // Synchronous, so that writes stay in order: a few hundred bytes, once or twice per dream.
        writeFileSync(path, JSON.stringify(seen), { mode: 0o600 });
      } catch {
        // The disk is full; the next dream is measured again.
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
