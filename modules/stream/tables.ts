import { sql } from 'drizzle-orm';
import { big, index, instant, integer, table, text } from '../../db/columns.ts';
import type { JobOutcome } from './contract/job-outcome.ts';

/** Workers connected to any node, one row per socket. */
export const workers = table(
  'workers',
  {
    /** id of the connection; a worker that dials with several sockets has several rows */
    id: text('id').primaryKey(),
    workerId: text('worker_id').notNull(),
    node: text('node').notNull(),
    generator: text('generator').notNull(),
    version: text('version').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    fps: integer('fps').notNull(),
    connectedAt: instant('connected_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [index('workers_node').on(t.node)],
);

/** Marks on workers, by worker id, that outlive connections and restarts. */
export const workerMarks = table('worker_marks', {
  workerId: text('worker_id').primaryKey(),
  /** drained by an operator */
  drainedAt: instant('drained_at'),
  /** failing repeatedly; operators were mailed */
  failingSince: instant('failing_since'),
  /** last mail to operators about it */
  mailedAt: instant('mailed_at'),
});

/** Jobs requested from RunPod, so that none is left running there and their cost is known. */
export const runpodJobs = table(
  'runpod_jobs',
  {
    /** hash of the token in the webhook URL */
    key: text('key').primaryKey(),
    /** RunPod's id; null while unknown */
    jobId: text('job_id'),
    dreamId: text('dream_id').notNull(),
    node: text('node').notNull(),
    /** longest run that RunPod allows it */
    maxSeconds: integer('max_seconds').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** picked up by a worker */
    startedAt: instant('started_at'),
    dialledAt: instant('dialled_at'),
    /** nothing of it is left at RunPod */
    endedAt: instant('ended_at'),
    /** RunPod's id, or the worker's own name for itself */
    workerId: text('worker_id'),
    /** time in RunPod's queue, as measured by RunPod */
    delayMs: integer('delay_ms'),
    /** GPU time, as measured by RunPod */
    gpuMs: big('gpu_ms'),
    outcome: text('outcome').$type<JobOutcome>(),
  },
  (t) => [
    index('runpod_jobs_open').on(t.node).where(sql`ended_at is null`),
    index('runpod_jobs_ended').on(t.endedAt),
    index('runpod_jobs_asked').on(t.askedAt),
  ],
);
