import { between, createRandom, pick } from '../../modules/generator/random.ts';

export const FAULTS = ['killed', 'frozen', 'cut off', 'database away', 'bucket away'] as const;
export type Fault = (typeof FAULTS)[number];

/** Possible outages of the database or bucket, in seconds. */
const AWAY_SECONDS = [10, 10, 10, 60] as const;
/** A node that is frozen for less than this isn't declared lost yet. */
export const MISSED_AFTER_MS = 5_000;

/** One person's behaviour. */
export interface DreamPlan {
  asksAfterMs: number;
  /** when they give up, whatever they have seen; null if they stay */
  leavesAfterMs: number | null;
  /** viewing time from the first frame; null: until the fault is over, plus a moment */
  watchesMs: number | null;
}

/** One worker's behaviour, the same for each of its dreams. */
export interface WorkerPlan {
  node: number;
  dialsAfterMs: number;
  loadsMs: number;
  /** from the prompt to the first frame */
  firstPictureMs: number;
}

export interface RoundPlan {
  seed: number;
  fault: Fault;
  /** the affected node, for faults of a single node */
  node: number;
  /** from the start of the round */
  faultAfterMs: number;
  /**
   * for a frozen or cut-off node: true if the fault lasts until it's declared lost; otherwise it ends before or around
   * then
   */
  isMissed: boolean;
  /** duration; for a node that is declared lost, the additional time */
  lastsMs: number;
  dreams: DreamPlan[];
  workers: WorkerPlan[];
}

export interface Dice {
  seed: number;
  nodes: number;
  dreams: number;
  /** the fault, if it isn't random */
  fault: Fault | undefined;
  /** seconds of a database or bucket outage, if not random */
  awaySeconds: number | undefined;
}

/** Plans a random round; the same seed gives the same plan. */
export function planRound({ seed, nodes, dreams, ...named }: Dice): RoundPlan {
  const random = createRandom(seed);
  const fault = named.fault ?? pick(random, FAULTS);
  const node = Math.floor(random() * nodes);
  const isMissed = random() < 0.75;
  const away = 1_000 * (named.awaySeconds ?? pick(random, AWAY_SECONDS));
  const stands = isMissed ? between(random, 0, 3_000) : between(random, 1_000, 12_000);
  const lasts = {
    // It may return before it is declared lost.
    killed: between(random, 0, 20_000),
    frozen: stands,
    'cut off': stands,
    'database away': away,
    'bucket away': away,
  };
  return {
    seed,
    fault,
    node,
    isMissed,
    faultAfterMs: between(random, 500, 9_000),
    lastsMs: Math.round(lasts[fault]),
    dreams: Array.from({ length: dreams }, () => ({
      asksAfterMs: between(random, 0, 2_000),
      leavesAfterMs: random() < 0.125 ? between(random, 2_000, 7_000) : null,
      watchesMs: random() < 0.6 ? between(random, 1_000, 8_000) : null,
    })),
    // Too few, so that some dreams wait for a worker that has already had another one.
    workers: Array.from({ length: Math.max(nodes, dreams - 2) }, (_, i) => ({
      node: i % nodes,
      dialsAfterMs: between(random, 0, 3_000),
      loadsMs: between(random, 0, 2_000),
      firstPictureMs: between(random, 0, 1_500),
    })),
  };
}
