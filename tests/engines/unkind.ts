import { createRandom } from '../../modules/generator/random.ts';

/** Share of calls at which a peer fails as its engine does on a bad day, and the time that it takes on a good one. */
export interface Mood {
  seed?: number;
  /** 0–1: the share of calls that go wrong; none where it is 0 */
  faults?: number;
  /** ms that a picture takes */
  pictureMs?: number;
}

/** Three times within a minute are more than a dream bears. */
const BREAKS_APART_MS = 45_000;

/** Dice for a peer: the same seed makes it fail at the same calls. */
export function createDice({ seed = 1, faults = 0.1 }: Mood) {
  const random = createRandom(seed);
  let brokeAt = Number.NEGATIVE_INFINITY;

  function fault<T extends string>(kinds: readonly T[]): T | null {
    const [falls, which] = [random() < faults, random()];
    return falls ? (kinds[Math.floor(which * kinds.length)] ?? null) : null;
  }

  return {
    /** one of the faults, or null: nothing goes wrong this time */
    fault,
    /** the same for what ends a whole session: no more often than a dream outlives */
    breaks<T extends string>(kinds: readonly T[]): T | null {
      const kind = fault(kinds);
      if (!kind || performance.now() - brokeAt < BREAKS_APART_MS) return null;
      brokeAt = performance.now();
      return kind;
    },
    /** about so long, by half */
    about: (ms: number) => ms * (0.75 + random() / 2),
  };
}
