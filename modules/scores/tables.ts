import { sql } from 'drizzle-orm';
import { flag, index, instant, json, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';
import type { Score } from './contract/score.ts';

/** Saved scores. */
export const scores = table(
  'scores',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    score: json<Score>('score').notNull(),
    /** An example, which an operator offers to everyone. */
    example: flag('example').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('scores_user').on(t.userId, t.changedAt),
    index('scores_examples').on(t.name).where(sql`example`),
  ],
);
