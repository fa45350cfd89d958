import type { Clock } from '../../../../src/kit/clock.ts';
import { hashToken, newToken } from '../../../../src/kit/ids.ts';
import type { Log } from '../../../../src/kit/log.ts';
import { within } from '../../../../src/kit/within.ts';
import type { JobPass } from '../../live/job-pass.ts';
import type { JobOutcome } from '../../shared/job-outcome.ts';
import { createAttempts } from './attempts.ts';
import type { JobReport, RunpodClient } from './client.ts';
import { createEndpointWatch } from './endpoint-watch.ts';
import {
  createJob,
  isQueueing,
  type Job,
  learn,
  lifetimeMs,
  mostSeconds,
  nextStep,
  noteStart,
} from './job.ts';
import type { RunpodJobsStore } from './jobs-store.ts';
import { createPause, waitMs } from './pause.ts';

/** How often a job is asked about whose worker has not dialled in. */
const LOOK_EVERY_MS = 5_000;
/** How often a ceiling that is reached is looked at again. */
const RESERVE_EVERY_MS = 1_000;
/** Somebody may still come with the ticket of a job that is over; words are ready for them for so long. */
const REMEMBERED_MS = 3600_000;
const STOP_WITHIN_MS = 8_000;
const SETTLE_EVERY_MS = 50;

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

/** Where jobs find us. */
export interface Addresses {
  /** `ws(s)://…` */
  relay: string;
  /** `http(s)://…`, where webhooks go */
  web: string;
}

/** What keeps dreams waiting, so far as it lies with RunPod. */
export type RunpodTrouble =
  | 'jobs-ceiling'
  | 'money-ceiling'
  | 'busy'
  | 'no-workers'
  | 'setup'
  | 'unreachable'
  | 'broken'
  | 'database';

export type RunpodDispatcher = ReturnType<typeof createDispatcher>;

/**
 * Starts a job at RunPod for each dream that waits, and sees to it that none is left when the dream is over. Every tick looks at what
 * there is and does what is missing: whatever gets lost in between is made up for by the next one.
 */
export function createDispatcher(deps: DispatcherDeps) {
  const { clock, log, client, store, rooms } = deps;
  const jobs = new Map<string, Job>();
  const passes = new Map<string, Job>();
  const attempts = createAttempts(clock);
  const pause = createPause<RunpodTrouble>(clock);
  const endpoint = createEndpointWatch(client, clock);
  let ceiling: 'jobs-ceiling' | 'money-ceiling' | null = null;
  let addresses: Addresses | null = null;
  let isReserving = false;
  let reserveSince = 0;

  const at = () => ({ wall: clock.now(), monotonic: clock.monotonic() });

  function tick(): void {
    for (const job of jobs.values()) care(job);
    attempts.forget((dreamId) => rooms.find(dreamId) === null);
    const mayReserve = !isReserving && !pause.isOn() && clock.monotonic() >= reserveSince;
    if (addresses && mayReserve) void startNext(addresses);
    endpoint.tick([...jobs.values()].some((job) => isQueueing(job, clock.monotonic())));
  }

  // —— one job ——

  function care(job: Job): void {
    const room = rooms.find(job.dreamId);
    const isAlive = room !== null && !room.ended;
    const serves = isAlive && room.worker?.jobKey === job.key;
    if (!isAlive || (room.worker && !serves)) letGo(job, job.dialledAt === null ? 'unused' : 'served');
    switch (nextStep(job, serves, clock.monotonic())) {
      case 'look':
        void look(job);
        break;
      case 'cancel':
        void cancel(job);
        break;
      case 'close':
        close(job);
        break;
      case 'fail':
        fail(job, room);
    }
    if (job.isUnsaved && !job.isCalling) void save(job);
    if (job.overSince !== null && clock.monotonic() - job.overSince >= REMEMBERED_MS) forget(job);
  }

  function letGo(job: Job, outcome: JobOutcome): void {
    if (job.unwantedSince !== null) return;
    job.unwantedSince = clock.monotonic();
    job.nextSince = 0;
    job.tries = 0;
    job.outcome ??= outcome;
  }

  function close(job: Job, outcome = job.phase === 'lost' ? 'lost' : job.outcome): void {
    if (job.phase === 'over') return;
    job.phase = 'over';
    job.outcome = outcome;
    job.endedAt = clock.now();
    job.overSince = clock.monotonic();
    job.isUnsaved = true;
  }

  /** It will never draw its dream, which gets a second one and no third. */
  function fail(job: Job, room: DreamRoom | null): void {
    log.warn('a job at RunPod came to nothing', { dream: job.dreamId, job: job.jobId, ended: job.isEnded });
    letGo(job, job.isEnded ? 'failed' : 'never-dialled');
    // What waited in RunPod's queue for so long would wait there again.
    const wasQueued = !job.isEnded && job.startedSince === null;
    if (room && (wasQueued || attempts.failed(job.dreamId))) room.end('no-gpu');
  }

  function forget(job: Job): void {
    jobs.delete(job.key);
    for (const [ticket, one] of passes) if (one === job) passes.delete(ticket);
  }

  async function call<T>(job: Job, work: () => Promise<T>): Promise<T> {
    job.isCalling = true;
    try {
      return await work();
    } finally {
      job.isCalling = false;
    }
  }

  async function look(job: Job): Promise<void> {
    const { jobId } = job;
    if (jobId === null) return;
    const report = await call(job, () => client.status(jobId));
    const isUnwanted = job.unwantedSince !== null;
    job.nextSince = clock.monotonic() + (isUnwanted ? waitMs(job.tries++) : LOOK_EVERY_MS);
    if (report === 'gone') {
      job.isEnded = true;
    } else if (report) {
      learn(job, report, at());
      // A cancellation that was heard and not done is told again.
      job.isCancelled = false;
    }
  }

  async function cancel(job: Job): Promise<void> {
    const { jobId } = job;
    if (jobId === null) return;
    job.isCancelled = await call(job, () => client.cancel(jobId));
    job.nextSince = job.isCancelled ? 0 : clock.monotonic() + waitMs(job.tries++);
  }

  async function save(job: Job): Promise<void> {
    job.isUnsaved = false;
    await store.update(job).catch((error: unknown) => {
      log.warn('a job’s row waits for the database', { job: job.jobId, error });
      job.isUnsaved = true;
    });
  }

  // —— starting ——

  /** In order of arrival: nobody overtakes those whom a ceiling keeps waiting. */
  async function startNext(to: Addresses): Promise<void> {
    isReserving = true;
    let reached: typeof ceiling = null;
    for (const room of rooms.waiting()) {
      if (reached || pause.isOn()) break;
      if (!room.ended && !hasJob(room)) reached = await reserve(room, to);
    }
    ceiling = reached;
    if (reached) reserveSince = clock.monotonic() + RESERVE_EVERY_MS;
    isReserving = false;
  }

  /** A job that may never have been made keeps nobody from another try. */
  function hasJob({ dream }: DreamRoom): boolean {
    return [...jobs.values()].some(
      (job) =>
        job.dreamId === dream.id &&
        job.unwantedSince === null &&
        (job.phase === 'asking' || job.phase === 'made'),
    );
  }

  /** Never rejects; answers the ceiling that keeps it from being started. */
  async function reserve({ dream }: DreamRoom, to: Addresses): Promise<typeof ceiling> {
    const [ticket, webhook] = [newToken(), newToken()];
    const { wall: askedAt, monotonic: askedSince } = at();
    const maxSeconds = mostSeconds(dream.limitSeconds);
    const job = createJob({ key: hashToken(webhook), dreamId: dream.id, maxSeconds, askedAt, askedSince });
    try {
      // The row stands before the job does: a crash in between leaves a row too many, never a job that nobody knows of.
      const reached = await store.reserve(job);
      if (reached) return `${reached}-ceiling`;
    } catch (error) {
      log.warn('no job could be noted', { dream: dream.id, error });
      pause.begin('database', null);
      // The row may be there all the same.
      jobs.set(job.key, job);
      close(job, 'refused');
      return null;
    }
    jobs.set(job.key, job);
    passes.set(hashToken(ticket), job);
    void ask(job, to, ticket, webhook);
    return null;
  }

  async function ask(job: Job, to: Addresses, ticket: string, webhook: string): Promise<void> {
    const answer = await call(job, () =>
      client.run({
        input: { relay_url: to.relay, ticket, session_id: job.dreamId },
        webhook: `${to.web}/api/runpod/webhook/${webhook}`,
        policy: { executionTimeout: job.maxSeconds * 1000, ttl: lifetimeMs(job) },
      }),
    );
    if (answer.kind === 'made') {
      pause.end();
      attempts.made(job.dreamId);
      job.nextSince = clock.monotonic() + LOOK_EVERY_MS;
      became(job, answer.id);
      care(job);
      return;
    }
    log.warn('RunPod made no job', { dream: job.dreamId, why: answer.why });
    pause.begin(answer.why, answer.retryAfterMs);
    // Its worker may have dialled in meanwhile.
    if (job.phase === 'asking') {
      job.phase = 'lost';
      if (answer.kind === 'refused') close(job, 'refused');
    }
    const isHopeless = answer.why === 'setup' || attempts.refused(job.dreamId);
    const room = rooms.find(job.dreamId);
    if (isHopeless && room && !room.ended && !room.worker) room.end('no-gpu');
  }

  /** Its id is known now: by RunPod's answer, its worker or its webhook. */
  function became(job: Job, jobId: string): void {
    if (job.phase === 'over') return;
    job.phase = 'made';
    if (job.jobId === jobId) return;
    job.jobId = jobId;
    job.isUnsaved = true;
    log.info('a job at RunPod', { dream: job.dreamId, job: jobId });
    const room = rooms.find(job.dreamId);
    if (!room) return;
    const name = jobId.toLowerCase();
    deps
      .nameDream(job.dreamId, name)
      .then((isNamed) => {
        if (isNamed) room.dream.rpJobId = name;
        else log.warn('another dream has this job’s id', { dream: job.dreamId, job: jobId });
      })
      .catch((error: unknown) => log.warn('a dream keeps its first job id', { dream: job.dreamId, error }));
  }

  function dialled(job: Job, jobId: string | null, workerId: string): string | null {
    if (job.jobId !== null && jobId !== null && jobId !== job.jobId) {
      return 'the ticket is of another job';
    }
    if (jobId !== null) became(job, jobId);
    job.dialledAt ??= clock.now();
    job.workerId ??= workerId;
    noteStart(job, at());
    return null;
  }

  const isSettled = () =>
    [...jobs.values()].every((job) => job.phase === 'over' && !job.isUnsaved && !job.isCalling);

  return {
    tick,
    /** From now on jobs are started; somebody calls `tick` a few times a second. */
    open(to: Addresses): void {
      addresses = to;
    },

    /** At start: jobs that this node had before it died belong to nobody. */
    async recover(): Promise<void> {
      for (const row of await store.listOpen()) {
        const job = createJob({ ...row, askedSince: clock.monotonic(), phase: row.jobId ? 'made' : 'lost' });
        jobs.set(job.key, job);
      }
    },

    /** What a worker’s ticket lets it do; `over` when it was one. */
    pass(ticket: string): JobPass | 'over' | null {
      const job = passes.get(hashToken(ticket));
      if (!job) return null;
      const room = rooms.find(job.dreamId);
      const isTaken = room?.worker && room.worker.jobKey !== job.key;
      if (!room || room.ended || isTaken || job.unwantedSince !== null || job.phase === 'over') return 'over';
      const { key, dreamId } = job;
      return { key, dreamId, dialled: (jobId, workerId) => dialled(job, jobId, workerId) };
    },

    /** RunPod tells of a job by itself: late, twice or never. False when the address is none of ours. */
    async webhook(token: string, report: JobReport): Promise<boolean> {
      const key = hashToken(token);
      const job = jobs.get(key);
      if (!job) return store.isKnown(key);
      if (job.jobId !== null && job.jobId !== report.id) return true;
      if (job.phase !== 'over') became(job, report.id);
      learn(job, report, at());
      care(job);
      return true;
    },

    /** What keeps this dream waiting; null when its worker is on its way. */
    trouble(dreamId: string): RunpodTrouble | null {
      const room = rooms.find(dreamId);
      if (room && hasJob(room)) return null;
      return pause.why() ?? ceiling;
    },
    /** of all that wait */
    troubles: (): RunpodTrouble | 'no-worker-up' | null =>
      pause.why() ?? (endpoint.isEmpty() ? 'no-worker-up' : ceiling),
    /** Nothing is left at RunPod, and that is written down. */
    isSettled,

    /** Cancels what is left, so far as RunPod answers; the next start does the rest. */
    async stop(): Promise<void> {
      addresses = null;
      const settle = async () => {
        for (tick(); !isSettled(); tick())
          await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS));
      };
      await within(settle(), STOP_WITHIN_MS);
    },
  };
}
