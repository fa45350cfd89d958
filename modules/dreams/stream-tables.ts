import { index, instant, integer, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';

/** Per day, see count-view.ts. */
export const visitorSalts = table('visitor_salts', {
  day: integer('day').primaryKey(),
  salt: text('salt').notNull(),
});

/** Used streams whose dreams have been purged; they still count against the plan. */
export const spentStreams = table(
  'spent_streams',
  {
    /** Not the dream's id but a new one. */
    id: text('dream_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Start of the day (UTC), because the exact time would lead to the dream's files in the content log. */
    chargedAt: instant('charged_at').notNull(),
  },
  (t) => [index('spent_streams_user').on(t.userId, t.chargedAt)],
);

/**
 * Streams that operators gave in addition to the plan's: for the period that includes `at`, or forever if the plan has
 * no periods.
 */
export const givenStreams = table(
  'given_streams',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    streams: integer('streams').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [index('given_streams_user').on(t.userId, t.at)],
);

/** Keyed hashes of purged dreams, kept as long as a backup may contain the dreams. */
export const erasedDreams = table(
  'erased_dreams',
  {
    code: text('code').primaryKey(),
    at: instant('at').notNull(),
  },
  (t) => [index('erased_dreams_at').on(t.at)],
);

/** Trial dreams used by a deleted account, under keyed hashes of its identities. */
export const trialTraces = table('trial_traces', {
  identityHash: text('identity_hash').primaryKey(),
  used: integer('used').notNull(),
  /** Time of the erasure, from which it counts for some months. */
  at: instant('at').notNull(),
});

/** Trial dreams of a person's earlier account that count for this one. */
export const carriedTrials = table('carried_trials', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  used: integer('used').notNull(),
});
