import { index, instant, integer, json, real, sentence, table, text, uniqueIndex } from '../../db/columns.ts';

/** Work that must happen even if this process dies: leased, retried, run at least once. */
export const jobs = table(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Subject of the job; kind and key together identify a job. */
    key: text('key').notNull(),
    payload: json<unknown>('payload').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    /** Earliest start; 0 means immediately, whatever the clock says. */
    runAt: instant('run_at').notNull(),
    /** Start of the delay that ends at `runAt`; null if an explicit time was set. */
    waitsFrom: instant('waits_from'),
    attempts: integer('attempts').notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: instant('lease_until'),
    progress: real('progress'),
    lastError: sentence('last_error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [uniqueIndex('jobs_kind_key').on(t.kind, t.key), index('jobs_due').on(t.kind, t.state, t.runAt)],
);
