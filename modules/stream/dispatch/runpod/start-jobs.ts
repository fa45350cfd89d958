import { hashToken, newToken } from '../../../kit/ids.ts';
import { createJob, type Job, lifetimeMs, mostSeconds } from './job.ts';
import type { DreamRoom, JobBook } from './job-book.ts';
import { type JobCare, LOOK_INTERVAL_MS } from './job-care.ts';

/** Retry interval once a ceiling has been reached. */
const RESERVE_INTERVAL_MS = 1_000;

/** This server's addresses, passed to jobs. */
export interface Addresses {
  /** `ws(s)://…` */
  relay: string;
  /** `http(s)://…`, for webhooks */
  web: string;
}

/** Requests a job for each waiting dream, within the ceilings. */
export function createJobStarter(book: JobBook, { care, close, call, became }: JobCare) {
  const { clock, log, client, store, rooms, jobs, passes, attempts, pause, at } = book;
  let ceiling: 'jobs-ceiling' | 'money-ceiling' | null = null;
  let isReserving = false;
  let reserveSince = 0;

  /** Strictly in order of arrival: once a ceiling is reached, later dreams wait too. */
  async function startNext(to: Addresses): Promise<void> {
    isReserving = true;
    let reached: typeof ceiling = null;
    for (const room of rooms.waiting()) {
      if (reached || pause.isOn()) break;
      if (!room.ended && !hasJob(room)) reached = await reserve(room, to);
    }
    ceiling = reached;
    if (reached) reserveSince = clock.monotonic() + RESERVE_INTERVAL_MS;
    isReserving = false;
  }

  /** Ignores lost jobs, so a job that may never have been created doesn't block a retry. */
  function hasJob({ dream }: DreamRoom): boolean {
    return [...jobs.values()].some(
      (job) =>
        job.dreamId === dream.id &&
        job.unwantedSince === null &&
        (job.phase === 'asking' || job.phase === 'made'),
    );
  }

  /** Never rejects. Returns the ceiling that was reached, if any. */
  async function reserve({ dream }: DreamRoom, to: Addresses): Promise<typeof ceiling> {
    const [ticket, webhook] = [newToken(), newToken()];
    const { wall: askedAt, monotonic: askedSince } = at();
    const maxSeconds = mostSeconds(dream.limitSeconds);
    const job = createJob({ key: hashToken(webhook), dreamId: dream.id, maxSeconds, askedAt, askedSince });
    try {
      // Store the row before creating the job: a crash in between leaves a spare row, never an untracked job.
      const reached = await store.reserve(job);
      if (reached) return `${reached}-ceiling`;
    } catch (error) {
      log.warn('no job could be noted', { dream: dream.id, error });
      pause.begin('database', null);
      // The row may have been stored anyway.
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
      job.nextSince = clock.monotonic() + LOOK_INTERVAL_MS;
      became(job, answer.id);
      care(job);
      return;
    }
    log.warn('RunPod made no job', { dream: job.dreamId, why: answer.why });
    pause.begin(answer.why, answer.retryAfterMs);
    // The worker may have dialled in while the call was in flight.
    if (job.phase === 'asking') {
      job.phase = 'lost';
      if (answer.kind === 'refused') close(job, 'refused');
    }
    const isHopeless = answer.why === 'setup' || attempts.refused(job.dreamId);
    const room = rooms.find(job.dreamId);
    if (isHopeless && room && !room.ended && !room.worker) room.end('no-gpu');
  }

  return {
    hasJob,
    /** the ceiling that keeps the next dream waiting */
    ceiling: () => ceiling,
    tick(to: Addresses): void {
      const mayReserve = !isReserving && !pause.isOn() && clock.monotonic() >= reserveSince;
      if (mayReserve) void startNext(to);
    },
  };
}
