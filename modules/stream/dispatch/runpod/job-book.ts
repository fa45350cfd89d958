import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { RunpodClient } from './client.ts';
import type { Job } from './job.ts';
import type { RunpodJobsStore } from './jobs-store.ts';
import { createPause } from './pause.ts';

/** A dream's room, as the dispatcher sees it. */
export interface DreamRoom {
  readonly dream: { readonly id: string; readonly limitSeconds: number; rpJobId: string };
  readonly worker: { readonly jobKey: string | null } | null;
  readonly ended: unknown;
  end(why: 'no-gpu'): void;
}

export interface DispatcherDeps {
  clock: Clock;
  log: Log;
  client: RunpodClient;
  store: RunpodJobsStore;
  rooms: {
    /** in order of arrival */
    waiting(): readonly DreamRoom[];
    find(dreamId: string): DreamRoom | null;
  };
  /** Sets the dream's public job id. Returns false if another dream already has it. */
  nameDream(dreamId: string, jobId: string): Promise<boolean>;
}

/** Why dreams are waiting, on RunPod's side. */
export type RunpodTrouble =
  | 'jobs-ceiling'
  | 'money-ceiling'
  | 'busy'
  | 'no-workers'
  | 'setup'
  | 'unreachable'
  | 'broken'
  | 'database';

export type JobBook = ReturnType<typeof openJobBook>;

/** This node's jobs, and the state shared by the code that handles them. */
export function openJobBook(deps: DispatcherDeps) {
  const { clock } = deps;
  return {
    ...deps,
    /** by the hash of the token in the webhook URL */
    jobs: new Map<string, Job>(),
    /** by ticket hash */
    passes: new Map<string, Job>(),
    attempts: createAttempts(clock),
    pause: createPause<RunpodTrouble>(clock),
    at: () => ({ wall: clock.now(), monotonic: clock.monotonic() }),
  };
}

/** Failed jobs before the dream itself fails. */
const MOST_FAILURES = 2;
/** Longest wait for a service that accepts no jobs. */
const REFUSED_TIMEOUT_MS = 10 * 60_000;

/** Counts attempts to get a worker for each dream. */
function createAttempts(clock: Clock) {
  const known = new Map<string, { failures: number; refusedSince: number | null }>();

  function entryOf(dreamId: string) {
    const one = known.get(dreamId) ?? { failures: 0, refusedSince: null };
    known.set(dreamId, one);
    return one;
  }

  return {
    made(dreamId: string): void {
      entryOf(dreamId).refusedSince = null;
    },
    /** A job was created but didn't serve the dream. Returns true when there are no attempts left. */
    failed: (dreamId: string): boolean => ++entryOf(dreamId).failures >= MOST_FAILURES,
    /** No job could be created. Returns true when this has gone on too long. */
    refused(dreamId: string): boolean {
      const one = entryOf(dreamId);
      one.refusedSince ??= clock.monotonic();
      return clock.monotonic() - one.refusedSince >= REFUSED_TIMEOUT_MS;
    },
    drop(isOver: (dreamId: string) => boolean): void {
      for (const dreamId of known.keys()) if (isOver(dreamId)) known.delete(dreamId);
    },
  };
}
