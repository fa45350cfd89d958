import type { Disk } from '../../kit/storage/disk.ts';
import { type DiskRates, SHOWN_AFTER_SECONDS } from './disk-rates.ts';

/** Preview, stills and filmstrip. */
const STILLS_BYTES = 2 * 1024 * 1024;
const LEARN_AFTER_SECONDS = 15;
/** Every frame beyond its tape's reservation asks for spare space, which takes all dreams into account. */
const SPARE_INTERVAL_MS = 100;

interface LiveDream {
  seconds: number;
  /** null before the first frame */
  tape: { readonly bytes: number } | null;
  startedAt: number;
  /** its rate has been noted, so that new dreams use it */
  isNoted: boolean;
}

/**
 * Disk space that dreams may still need: each live tape's growth and video, and the video of each dream that isn't
 * compiled yet. A dream starts only if there is enough space for it on top of all of these. Dreams that wait for a
 * worker reserve nothing.
 * @param now ms on a monotonic clock
 */
export function createDiskLedger(disk: Pick<Disk, 'room' | 'look'>, rates: DiskRates, now: () => number) {
  const live = new Map<string, LiveDream>();
  /** seconds of video by dream */
  const uncompiled = new Map<string, number>();
  let spare = { at: Number.NEGATIVE_INFINITY, is: false };

  const sum = (all: Iterable<number>): number => [...all].reduce((total, one) => total + one, 0);
  const videoBytes = (seconds: number): number => seconds * rates.video + STILLS_BYTES;
  const uncompiledBytes = () => sum(uncompiled.values().map(videoBytes));
  const promised = () =>
    uncompiledBytes() + sum(live.values().map((dream) => tapeBytes(dream) + videoBytes(dream.seconds)));
  const needs = (seconds: number): number => seconds * rates.tape + videoBytes(seconds);

  /** Bytes by which a tape may still grow, at its own rate so far or the expected one if that is higher. */
  function tapeBytes({ seconds, tape, startedAt }: LiveDream): number {
    const lived = tape ? (now() - startedAt) / 1000 : 0;
    const shown = tape && lived > SHOWN_AFTER_SECONDS ? tape.bytes / lived : 0;
    return Math.max(0, seconds - lived) * Math.max(rates.tape, shown);
  }

  /** Notes the rates of live dreams, so that new ones can use them before the first has ended. */
  function learn(): void {
    for (const dream of live.values()) {
      const lived = (now() - dream.startedAt) / 1000;
      if (!dream.tape || dream.isNoted || lived < LEARN_AFTER_SECONDS) continue;
      rates.note('tape', dream.tape.bytes, lived);
      dream.isNoted = true;
    }
  }

  return {
    /** True if a dream of this length may start, according to the last disk check. */
    hasRoom(seconds: number): boolean {
      learn();
      return disk.room >= promised() + needs(seconds);
    },

    /** Reserves space for a dream that a worker has accepted. */
    promise: (dreamId: string, seconds: number): void =>
      void live.set(dreamId, { seconds, tape: null, startedAt: 0, isNoted: false }),

    /** True if a dream of this length fits now, or will once the live ones have ended. */
    async canHold(seconds: number): Promise<boolean> {
      await disk.look();
      learn();
      return disk.room >= uncompiledBytes() + needs(seconds);
    },

    /** Called with the first frame; from then on the reservation shrinks with the time left. */
    recording(dreamId: string, tape: { readonly bytes: number }): void {
      const dream = live.get(dreamId);
      if (dream) live.set(dreamId, { ...dream, tape, startedAt: now() });
    },

    /** Called at the end of a dream, whose tape is then compiled. */
    ended(dreamId: string): void {
      const dream = live.get(dreamId);
      if (!dream) return;
      live.delete(dreamId);
      if (!dream.tape) return;
      const lived = (now() - dream.startedAt) / 1000;
      rates.note('tape', dream.tape.bytes, lived);
      uncompiled.set(dreamId, Math.min(dream.seconds, lived));
    },

    /** Reserves space for a video of this length, in seconds. */
    uncompiled: (dreamId: string, seconds: number) => void uncompiled.set(dreamId, seconds),

    /** The video is done, or has been given up. */
    settled: (dreamId: string) => void uncompiled.delete(dreamId),

    /** True if other files may take this many bytes without using reserved space. */
    async hasRoomFor(bytes: number): Promise<boolean> {
      await disk.look();
      return disk.room >= promised() + bytes;
    },

    /** True if the disk had unreserved space a moment ago. */
    hasSpare(): boolean {
      if (now() - spare.at >= SPARE_INTERVAL_MS) spare = { at: now(), is: disk.room > promised() };
      return spare.is;
    },
  };
}
