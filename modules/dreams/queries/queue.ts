import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { dreams } from '../tables.ts';
import { type Dream, isActive } from './live.ts';

/** Beyond this, a position in the queue is meaningless. */
const MOST_WAITING = 1_000;

/** Guests wait behind everyone with an account. */
const ORDER = [asc(dreams.guest), asc(dreams.requestedAt), asc(dreams.id)];

/** Which dream a worker may take: a given one, the one with a given job id, or the one that has waited longest. */
export type ClaimTarget = { dreamId: string } | { rpJobId: string } | null;

/**
 * Repository queries for the queue shared by several servers, and for taking over a lost server's dreams. Postgres
 * only.
 */
export function createQueueQueries({ orm }: Database, clock: Clock) {
  const isWaiting = and(eq(dreams.jobStatus, 'PENDING'), isNull(dreams.claimedAt));

  return {
    /** Dreams waiting for a worker, in order, and the servers that have their rooms. */
    listWaiting(): Promise<Pick<Dream, 'id' | 'node'>[]> {
      return orm
        .select({ id: dreams.id, node: dreams.node })
        .from(dreams)
        .where(isWaiting)
        .orderBy(...ORDER)
        .limit(MOST_WAITING);
    },

    /**
     * Claims the first matching dream for a worker of this server. If two servers want the same dream, only one gets
     * it.
     */
    async claimWaiting(node: string, target: ClaimTarget): Promise<Dream | null> {
      const first = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(isWaiting, matches(target)))
        .orderBy(...ORDER)
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await orm
        .update(dreams)
        .set({ node, claimedAt: clock.now() })
        .where(sql`${dreams.id} = (${first})`)
        .returning();
      return row ?? null;
    },

    /** Puts a dream back into the queue after its worker was lost. */
    async unclaim(id: string, node: string): Promise<void> {
      await orm
        .update(dreams)
        .set({ claimedAt: null })
        .where(and(eq(dreams.id, id), eq(dreams.node, node), eq(dreams.jobStatus, 'PENDING')));
    },

    /** The dreams among these that have ended or are on another server. */
    async listElsewhere(ids: string[], node: string): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(and(inArray(dreams.id, ids), eq(dreams.node, node), isActive));
      const here = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !here.has(id));
    },

    /** Moves the waiting dreams of one server to another. */
    async moveWaiting(from: string, to: string): Promise<number> {
      const rows = await orm
        .update(dreams)
        .set({ node: to })
        .where(and(eq(dreams.node, from), isWaiting))
        .returning({ id: dreams.id });
      return rows.length;
    },

    /**
     * Moves all dreams of a lost server to another.
     * @returns those that were live or whose recording isn't compiled; excludes those that are still waiting
     */
    async takeOverDreams(from: string, to: string): Promise<Dream[]> {
      const rows = await orm
        .update(dreams)
        .set({ node: to })
        .where(and(eq(dreams.node, from), or(isActive, eq(dreams.serverStatus, 'PROCESSING'))))
        .returning();
      return rows.filter(
        ({ endedAt, jobStatus, claimedAt }) =>
          endedAt !== null || jobStatus === 'RUNNING' || claimedAt !== null,
      );
    },
  };
}

function matches(target: ClaimTarget): SQL | undefined {
  if (!target) return undefined;
  return 'dreamId' in target ? eq(dreams.id, target.dreamId) : eq(dreams.rpJobId, target.rpJobId);
}
