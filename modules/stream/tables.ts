import { sql } from 'drizzle-orm';
import { big, index, instant, integer, table, text } from '../../db/columns.ts';
import type { JobOutcome } from './shared/job-outcome.ts';

/** Workers that are connected to some node, one row a socket. */
export const workers = table(
  'workers',
  {
    /** of the connection; a worker that dials with several sockets has several rows */
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

/** Marks on workers that outlive their connections and this process, by the workers' own ids. */
export const workerMarks = table('worker_marks', {
  workerId: text('worker_id').primaryKey(),
  /** an operator drained it */
  drainedAt: instant('drained_at'),
  /** keeps failing; operators were mailed */
  failingSince: instant('failing_since'),
  /** the last mail to operators about it */
  mailedAt: instant('mailed_at'),
});

/** Jobs that were asked of RunPod, so that none is forgotten there and their cost is known. */
export const runpodJobs = table(
  'runpod_jobs',
  {
    /** hash of the last part of its webhook's address */
    key: text('key').primaryKey(),
    /** RunPod's id; null as long as its answer is not known */
    jobId: text('job_id'),
    dreamId: text('dream_id').notNull(),
    node: text('node').notNull(),
    /** the longest that RunPod lets it run */
    maxSeconds: integer('max_seconds').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** a worker had it */
    startedAt: instant('started_at'),
    dialledAt: instant('dialled_at'),
    /** nothing of it is left at RunPod */
    endedAt: instant('ended_at'),
    /** RunPod's own, or what the worker called itself */
    workerId: text('worker_id'),
    /** in RunPod's queue, as it counted */
    delayMs: integer('delay_ms'),
    /** of a GPU, as RunPod counted */
    gpuMs: big('gpu_ms'),
    outcome: text('outcome').$type<JobOutcome>(),
  },
  (t) => [
    index('runpod_jobs_open').on(t.node).where(sql`ended_at is null`),
    index('runpod_jobs_ended').on(t.endedAt),
    index('runpod_jobs_asked').on(t.askedAt),
  ],
);
