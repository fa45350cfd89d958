import { and, asc, desc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import { SCORES_MAX } from './contract/limits.ts';
import type { Score } from './contract/score.ts';
import { scores } from './tables.ts';

/** Maximum examples in the list. */
const EXAMPLES_MAX = 50;

interface Given {
  name: string;
  score: Score;
  example: boolean;
}

export type ScoresStore = ReturnType<typeof createScoresStore>;

export function createScoresStore({ orm, transact }: Database, clock: Clock) {
  const mine = (userId: string, id: string) => and(eq(scores.id, id), eq(scores.userId, userId));

  return {
    async list(userId: string) {
      const own = await orm
        .select()
        .from(scores)
        .where(eq(scores.userId, userId))
        .orderBy(desc(scores.changedAt), asc(scores.id));
      const examples = await orm
        .select()
        .from(scores)
        .where(and(eq(scores.example, true), sql`${scores.userId} <> ${userId}`))
        .orderBy(asc(scores.name), asc(scores.id))
        .limit(EXAMPLES_MAX);
      return [...own, ...examples];
    },

    /** A score that this person may read: their own, or an example. */
    async find(userId: string, id: string) {
      const [row] = await orm
        .select()
        .from(scores)
        .where(and(eq(scores.id, id), or(eq(scores.userId, userId), eq(scores.example, true))));
      return row ?? null;
    },

    /** @returns its id; null if the person already keeps too many */
    add(userId: string, given: Given): Promise<string | null> {
      return transact(async () => {
        const kept = await orm.$count(scores, eq(scores.userId, userId));
        if (kept >= SCORES_MAX) return null;
        const now = clock.now();
        const id = newId();
        await orm.insert(scores).values({ id, userId, ...given, createdAt: now, changedAt: now });
        return id;
      });
    },

    /** @returns false if it isn't this person's */
    async replace(userId: string, id: string, given: Given): Promise<boolean> {
      const rows = await orm
        .update(scores)
        .set({ ...given, changedAt: clock.now() })
        .where(mine(userId, id))
        .returning({ id: scores.id });
      return rows.length === 1;
    },

    /** @returns false if it isn't this person's */
    async remove(userId: string, id: string): Promise<boolean> {
      const rows = await orm.delete(scores).where(mine(userId, id)).returning({ id: scores.id });
      return rows.length === 1;
    },
  };
}
