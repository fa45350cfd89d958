import { and, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { dreams, feedback } from '../../dreams/tables.ts';
import type { UserFilter } from '../schemas/people.ts';
import type { SessionFilter } from '../schemas/sessions.ts';
import { matchingUsers } from './people.ts';
import { matchingSessions } from './sessions.ts';

/** The last row of a part, after which the next one begins. */
export interface After {
  /** ms since the epoch */
  at: number;
  id: string;
}

/** Lists of any length, part by part, the newest first. */
export function createExportQueries({ orm }: Database) {
  return {
    peopleAfter(filter: UserFilter, after: After | null, limit: number, now: number) {
      const beyond =
        after &&
        or(lt(users.createdAt, after.at), and(eq(users.createdAt, after.at), lt(users.id, after.id)));
      return orm
        .select({ user: users })
        .from(users)
        .where(and(matchingUsers(filter, now), beyond ?? undefined))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit);
    },

    sessionsAfter(filter: SessionFilter, after: After | null, limit: number) {
      const beyond: SQL | undefined = after
        ? or(lt(dreams.requestedAt, after.at), and(eq(dreams.requestedAt, after.at), lt(dreams.id, after.id)))
        : undefined;
      return orm
        .select({ dream: dreams, email: users.email, stars: feedback.stars })
        .from(dreams)
        .leftJoin(users, eq(users.id, dreams.userId))
        .leftJoin(feedback, eq(feedback.dreamId, dreams.id))
        .where(and(matchingSessions(filter), beyond))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id))
        .limit(limit);
    },
  };
}
