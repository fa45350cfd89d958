import { index, instant, integer, json, real, table, text, uniqueIndex } from '../../db/columns.ts';

/** Work that must happen even if this process dies: leased, retried, done once. */
export const jobs = table(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** what it is about; the same kind and key is the same job */
    key: text('key').notNull(),
    payload: json<unknown>('payload').notNull(),
    state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    /** not before; 0: at once, whatever the clock says */
    runAt: instant('run_at').notNull(),
    /** when a wait until then began; null where the time itself was asked for */
    waitsFrom: instant('waits_from'),
    attempts: integer('attempts').notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: instant('lease_until'),
    progress: real('progress'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [uniqueIndex('jobs_kind_key').on(t.kind, t.key), index('jobs_due').on(t.kind, t.state, t.runAt)],
);
