import { createRandom } from '../../modules/generator/random.ts';

/** A fake engine's fault rate and speed. */
export interface PeerOptions {
  seed?: number;
  /** share of calls that go wrong, 0–1 */
  faults?: number;
  /** ms per image */
  imageMs?: number;
}

/** A dream doesn't survive three breaks within a minute. */
const BREAKS_APART_MS = 45_000;

/** Random faults for a peer; the same seed repeats them at the same calls. */
export function createChance({ seed = 1, faults = 0.1 }: PeerOptions) {
  const random = createRandom(seed);
  let brokeAt = Number.NEGATIVE_INFINITY;

  function fault<T extends string>(kinds: readonly T[]): T | null {
    const [falls, which] = [random() < faults, random()];
    return falls ? (kinds[Math.floor(which * kinds.length)] ?? null) : null;
  }

  return {
    /** picks a fault, or null for none */
    fault,
    /** like `fault`, for faults that end a session: no more often than a dream survives */
    breaks<T extends string>(kinds: readonly T[]): T | null {
      const kind = fault(kinds);
      if (!kind || performance.now() - brokeAt < BREAKS_APART_MS) return null;
      brokeAt = performance.now();
      return kind;
    },
    /** a random duration around `ms`: 75–125 % */
    about: (ms: number) => ms * (0.75 + random() / 2),
  };
}
