import type { Disk } from '../../../src/kit/disk.ts';

/** A generous picture stream (16 fps of 128 KiB); a tape that takes more may, while there is room to spare. */
export const TAPE_BYTES_PER_SECOND = 2 * 1024 * 1024;
/** The most that the encoder gives a video (6 Mbit/s). */
const VIDEO_BYTES_PER_SECOND = 768 * 1024;
/** Preview, stills and filmstrip. */
const PICTURES_BYTES = 2 * 1024 * 1024;

/** Room that was promised to somebody whose dream is not made yet. */
export interface Hold {
  /** The dream is there: the promise is its own, until it ends. */
  keep(dreamId: string): void;
  /** Gives back what was not kept. */
  release(): void;
}

/** A tape shows its rate only after a while. */
const SHOWN_AFTER_SECONDS = 5;

interface LiveDream {
  seconds: number;
  /** null before the first picture */
  tape: { readonly bytes: number } | null;
  startedAt: number;
}

/**
 * Who may still need how much of the disk: what each live tape may grow by, with its video, and the video of each
 * dream that is not compiled yet. So nobody is let in for whom there is room only until the others have theirs.
 * @param now ms, on a clock that is never set
 */
export function createDiskLedger(disk: Pick<Disk, 'room' | 'look'>, now: () => number) {
  const holds = new Set<LiveDream>();
  const live = new Map<string, LiveDream>();
  /** seconds of video by dream */
  const uncompiled = new Map<string, number>();

  function promised(): number {
    let bytes = 0;
    for (const dream of [...holds, ...live.values()]) bytes += tapeBytes(dream) + videoBytes(dream.seconds);
    for (const seconds of uncompiled.values()) bytes += videoBytes(seconds);
    return bytes;
  }

  /** What a tape may still grow by, at the rate that it has shown so far where that is more than expected. */
  function tapeBytes({ seconds, tape, startedAt }: LiveDream): number {
    const lived = tape ? (now() - startedAt) / 1000 : 0;
    const shown = tape && lived > SHOWN_AFTER_SECONDS ? tape.bytes / lived : 0;
    return Math.max(0, seconds - lived) * Math.max(TAPE_BYTES_PER_SECOND, shown);
  }

  return {
    /** Promises the room for a dream of so many seconds; null when the disk can't hold it. */
    async reserve(seconds: number): Promise<Hold | null> {
      await disk.look();
      const hold: LiveDream = { seconds, tape: null, startedAt: 0 };
      // Nothing waits from here to the promise: of many who ask at once, each sees those before.
      if (disk.room < promised() + tapeBytes(hold) + videoBytes(seconds)) return null;
      holds.add(hold);
      return {
        keep(dreamId) {
          holds.delete(hold);
          live.set(dreamId, hold);
        },
        release: () => void holds.delete(hold),
      };
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
      if (dream.tape) uncompiled.set(dreamId, Math.min(dream.seconds, (now() - dream.startedAt) / 1000));
    },

    /** A video of so many seconds will be made. */
    uncompiled: (dreamId: string, seconds: number) => void uncompiled.set(dreamId, seconds),

    /** It is made, or never will be. */
    settled: (dreamId: string) => void uncompiled.delete(dreamId),

    /** Whether other files may have so many bytes without taking what is promised. */
    async hasRoomFor(bytes: number): Promise<boolean> {
      await disk.look();
      return disk.room >= promised() + bytes;
    },

    /** Whether the disk has room beyond all promises, at its last look. */
    hasSpare: () => disk.room > promised(),
  };
}

function videoBytes(seconds: number): number {
  return seconds * VIDEO_BYTES_PER_SECOND + PICTURES_BYTES;
}
