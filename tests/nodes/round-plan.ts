import { between, createRandom, pick } from '../../modules/worker/random.ts';

export const FAULTS = ['killed', 'frozen', 'cut off', 'database away', 'bucket away'] as const;
export type Fault = (typeof FAULTS)[number];

/** Seconds that what all nodes need stays away. */
const AWAY_SECONDS = [10, 10, 10, 60] as const;
/** A node that stands still for less is not yet missed. */
export const MISSED_AFTER_MS = 5_000;

/** Acts of one person. */
export interface DreamPlan {
  asksAfterMs: number;
  /** when they give up, whatever they have seen; null for those who stay */
  leavesAfterMs: number | null;
  /** how long they watch from the first picture on; null: until all is well again, and a little longer */
  watchesMs: number | null;
}

/** Acts of one worker, with each dream that it is given. */
export interface WorkerPlan {
  node: number;
  dialsAfterMs: number;
  loadsMs: number;
  /** from the prompt to the first picture */
  firstPictureMs: number;
}

export interface RoundPlan {
  seed: number;
  fault: Fault;
  /** the node that it happens to, where it happens to one */
  node: number;
  /** from the start of the round */
  faultAfterMs: number;
  /** a frozen or cut off node: whether it stands until others have taken it for dead, or goes on before or just then */
  isMissed: boolean;
  /** how long it lasts; of a node that is missed: how much longer */
  lastsMs: number;
  dreams: DreamPlan[];
  workers: WorkerPlan[];
}

export interface Dice {
  seed: number;
  nodes: number;
  dreams: number;
  /** the only fault, where one is named */
  fault: Fault | undefined;
  /** seconds that a database or a bucket is away, where they are named */
  awaySeconds: number | undefined;
}

/** Throws the dice for a round: the same seed makes the same plan. */
export function planRound({ seed, nodes, dreams, ...named }: Dice): RoundPlan {
  const random = createRandom(seed);
  const fault = named.fault ?? pick(random, FAULTS);
  const node = Math.floor(random() * nodes);
  const isMissed = random() < 0.75;
  const away = 1_000 * (named.awaySeconds ?? pick(random, AWAY_SECONDS));
  const stands = isMissed ? between(random, 0, 3_000) : between(random, 1_000, 12_000);
  const lasts = {
    // It may be back before anybody misses it.
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
    // Too few, so that some dreams wait for a worker that has drawn another one before.
    workers: Array.from({ length: Math.max(nodes, dreams - 2) }, (_, i) => ({
      node: i % nodes,
      dialsAfterMs: between(random, 0, 3_000),
      loadsMs: between(random, 0, 2_000),
      firstPictureMs: between(random, 0, 1_500),
    })),
  };
}
