import { and, desc, eq } from 'drizzle-orm';
import { beyond } from '../../../db/beyond.ts';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { dreams, feedback } from '../../dreams/tables.ts';
import type { UserFilter } from '../contract/people/people.ts';
import type { SessionFilter } from '../contract/session-filter.ts';
import { matchingUsers } from './people.ts';
import { matchingSessions } from './sessions.ts';

/** The last row of a part; the next part starts after it. */
export interface After {
  /** ms since the epoch */
  at: number;
  id: string;
}

const PERSON = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  subscriptionTier: users.subscriptionTier,
  createdAt: users.createdAt,
  lastSeenAt: users.lastSeenAt,
  suspendedAt: users.suspendedAt,
  suspendedUntil: users.suspendedUntil,
};

/** Only the file's columns, because JSON columns take longer to read than all the others together. */
const SESSION = {
  id: dreams.id,
  userId: dreams.userId,
  email: users.email,
  jobStatus: dreams.jobStatus,
  serverStatus: dreams.serverStatus,
  chargedAt: dreams.chargedAt,
  requestedAt: dreams.requestedAt,
  startedAt: dreams.startedAt,
  endedAt: dreams.endedAt,
  endReason: dreams.endReason,
  endText: dreams.endText,
  rpJobId: dreams.rpJobId,
  workerId: dreams.workerId,
  generator: dreams.generator,
  model: dreams.model,
  startDelayMs: dreams.startDelayMs,
  gpuSeconds: dreams.gpuSeconds,
  frames: dreams.frames,
  serverFps: dreams.serverFps,
  clientFps: dreams.clientFps,
  stars: feedback.stars,
};

/** Reads lists of any length in parts, newest first. */
export function createExportQueries({ orm }: Database) {
  return {
    peopleAfter(filter: UserFilter, after: After | null, limit: number, now: number) {
      const behind =
        after &&
        beyond([
          [users.createdAt, 'down', after.at],
          [users.id, 'down', after.id],
        ]);
      return orm
        .select(PERSON)
        .from(users)
        .where(and(matchingUsers(filter, now), behind ?? undefined))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit);
    },

    sessionsAfter(filter: SessionFilter, after: After | null, limit: number) {
      const behind =
        after &&
        beyond([
          [dreams.requestedAt, 'down', after.at],
          [dreams.id, 'down', after.id],
        ]);
      return orm
        .select(SESSION)
        .from(dreams)
        .leftJoin(users, eq(users.id, dreams.userId))
        .leftJoin(feedback, eq(feedback.dreamId, dreams.id))
        .where(and(matchingSessions(filter), behind ?? undefined))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id))
        .limit(limit);
    },
  };
}
