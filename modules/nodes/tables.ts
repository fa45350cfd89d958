import { flag, index, instant, integer, json, moment, table, text } from '../../db/columns.ts';

/** Servers on this database, by URL. */
export const nodes = table('nodes', {
  url: text('url').primaryKey(),
  /** id of this run; a server that was declared lost must register again */
  run: text('run').notNull(),
  /** heartbeat counter; other nodes watch it change, so clocks needn't agree */
  beats: integer('beats').notNull(),
  /** accepts no new dreams */
  draining: flag('draining').notNull(),
  startedAt: instant('started_at').notNull(),
  /** set once another node has taken over its dreams */
  lostAt: instant('lost_at'),
});

/** Messages between nodes, each relevant for a few seconds. */
export const nodeMessages = table(
  'node_messages',
  {
    id: text('id').primaryKey(),
    /** by the database's clock */
    sentAt: instant('sent_at').notNull(),
    sender: text('sender').notNull(),
    /** null: all nodes */
    recipient: text('recipient'),
    kind: text('kind').notNull(),
    payload: json<unknown>('payload'),
    /** id of the message that this answers */
    answers: text('answers'),
  },
  (t) => [index('node_messages_sent').on(t.sentAt)],
);

/** Rate limit counters shared by all nodes, in rate-limiter-flexible's format. */
export const rateLimits = table(
  'rate_limits',
  {
    /** the limit, and what it counts */
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: moment('expire'),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
);
