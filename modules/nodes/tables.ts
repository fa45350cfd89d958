import { flag, index, instant, integer, json, moment, table, text } from '../../db/columns.ts';

/** The servers that share this database, by their own addresses. */
export const nodes = table('nodes', {
  url: text('url').primaryKey(),
  /** of this run of it: one that was taken for dead and goes on has to register again */
  run: text('run').notNull(),
  /** counts up for as long as it lives; others watch it move, so that no two clocks are compared */
  beats: integer('beats').notNull(),
  /** it takes no new dreams */
  draining: flag('draining').notNull(),
  startedAt: instant('started_at').notNull(),
  /** another one has taken over what was its */
  lostAt: instant('lost_at'),
});

/** Messages between nodes; each is worth reading for some seconds. */
export const nodeMessages = table(
  'node_messages',
  {
    id: text('id').primaryKey(),
    /** by the database's clock */
    sentAt: instant('sent_at').notNull(),
    sender: text('sender').notNull(),
    /** null for all */
    recipient: text('recipient'),
    kind: text('kind').notNull(),
    payload: json<unknown>('payload'),
    /** the message that it answers */
    answers: text('answers'),
  },
  (t) => [index('node_messages_sent').on(t.sentAt)],
);

/** Calls that are counted for all nodes together, as rate-limiter-flexible has them. */
export const rateLimits = table(
  'rate_limits',
  {
    /** the limit and whom it counts */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
);
