import type { Clock } from '../../../../src/kit/clock.ts';
import type { Log } from '../../../../src/kit/log.ts';
import { createAttempts } from './attempts.ts';
import type { RunpodClient } from './client.ts';
import type { Job } from './job.ts';
import type { RunpodJobsStore } from './jobs-store.ts';
import { createPause } from './pause.ts';

/** A dream's room, as this needs it. */
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
  /** The dream is known by this id from now on; false when another one already is. */
  nameDream(dreamId: string, jobId: string): Promise<boolean>;
}

/** Reasons at RunPod's side why dreams wait. */
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

/** The jobs of this node, and what all shares that deals with them. */
export function openJobBook(deps: DispatcherDeps) {
  const { clock } = deps;
  return {
    ...deps,
    /** by the hash of the last part of their webhooks' addresses */
    jobs: new Map<string, Job>(),
    /** by the hash of their tickets */
    passes: new Map<string, Job>(),
    attempts: createAttempts(clock),
    pause: createPause<RunpodTrouble>(clock),
    at: () => ({ wall: clock.now(), monotonic: clock.monotonic() }),
  };
}
