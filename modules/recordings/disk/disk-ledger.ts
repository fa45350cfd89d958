import type { Disk } from '../../../src/kit/storage/disk.ts';
import { type DiskRates, SHOWN_AFTER_SECONDS } from './disk-rates.ts';

/** Preview, stills and filmstrip. */
const PICTURES_BYTES = 2 * 1024 * 1024;
const LEARN_AFTER_SECONDS = 15;

interface LiveDream {
  seconds: number;
  /** null before the first picture */
  tape: { readonly bytes: number } | null;
  startedAt: number;
  /** its rate counts already for those that follow */
  isNoted: boolean;
}

/**
 * Space of the disk that dreams may still need: what each live tape may grow by, with its video, and the video of
 * each dream that is not compiled yet. So none begins for which there is space only until the others have theirs.
 * Dreams that wait for a worker need nothing yet.
 * @param now ms, on a clock that is never set
 */
export function createDiskLedger(disk: Pick<Disk, 'room' | 'look'>, rates: DiskRates, now: () => number) {
  const live = new Map<string, LiveDream>();
  /** seconds of video by dream */
  const uncompiled = new Map<string, number>();

  const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0);
  const videoBytes = (seconds: number): number => seconds * rates.video + PICTURES_BYTES;
  const uncompiledBytes = () => sum(uncompiled.values().map(videoBytes));
  const promised = () =>
    uncompiledBytes() + sum(live.values().map((dream) => tapeBytes(dream) + videoBytes(dream.seconds)));
  const needs = (seconds: number): number => seconds * rates.tape + videoBytes(seconds);

  /** Bytes that a tape may still grow by, at the rate that it has shown so far where that is more than expected. */
  function tapeBytes({ seconds, tape, startedAt }: LiveDream): number {
    const lived = tape ? (now() - startedAt) / 1000 : 0;
    const shown = tape && lived > SHOWN_AFTER_SECONDS ? tape.bytes / lived : 0;
    return Math.max(0, seconds - lived) * Math.max(rates.tape, shown);
  }

  /** Those that begin need not wait for the first to end to be promised what dreams have here. */
  function learn(): void {
    for (const dream of live.values()) {
      const lived = (now() - dream.startedAt) / 1000;
      if (!dream.tape || dream.isNoted || lived < LEARN_AFTER_SECONDS) continue;
      rates.note('tape', dream.tape.bytes, lived);
      dream.isNoted = true;
    }
  }

  return {
    /** True if a dream of so many seconds may begin, by the last look at the disk. */
    hasRoom(seconds: number): boolean {
      learn();
      return disk.room >= promised() + needs(seconds);
    },

    /** It begins: a worker has it. */
    promise: (dreamId: string, seconds: number): void =>
      void live.set(dreamId, { seconds, tape: null, startedAt: 0, isNoted: false }),

    /** True if a dream of so many seconds can begin once the live ones have ended, or before. */
    async canHold(seconds: number): Promise<boolean> {
      await disk.look();
      learn();
      return disk.room >= uncompiledBytes() + needs(seconds);
    },

    /** Its first picture came: from here on the promise shrinks with what is left of its time. */
    recording(dreamId: string, tape: { readonly bytes: number }): void {
      const dream = live.get(dreamId);
      if (dream) live.set(dreamId, { ...dream, tape, startedAt: now() });
    },

    /** It is over; what is on its tape still becomes a video. */
    ended(dreamId: string): void {
      const dream = live.get(dreamId);
      if (!dream) return;
      live.delete(dreamId);
      if (!dream.tape) return;
      const lived = (now() - dream.startedAt) / 1000;
      rates.note('tape', dream.tape.bytes, lived);
      uncompiled.set(dreamId, Math.min(dream.seconds, lived));
    },

    /** A video of so many seconds will be made. */
    uncompiled: (dreamId: string, seconds: number) => void uncompiled.set(dreamId, seconds),

    /** It is made, or never will be. */
    settled: (dreamId: string) => void uncompiled.delete(dreamId),

    /** True if other files may have so many bytes without taking what is promised. */
    async hasRoomFor(bytes: number): Promise<boolean> {
      await disk.look();
      return disk.room >= promised() + bytes;
    },

    /** True if the disk has space beyond all promises, at its last look. */
    hasSpare: () => disk.room > promised(),
  };
}
