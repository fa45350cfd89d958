import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { nodeMessages, nodes, rateLimits } from './tables.ts';

/** Messages are read within seconds or not at all. */
const MESSAGES_KEPT_MS = 60_000;
/** Maximum delay until a row becomes visible, even after rows written later. */
const OVERLAP_MS = 3_000;

export type NodeRow = typeof nodes.$inferSelect;
export type NodeMessage = typeof nodeMessages.$inferSelect;
export type NodesStore = ReturnType<typeof createNodesStore>;

/** The database's clock, which all nodes share, in ms since the epoch. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.mapWith(Number);

/** SQL for the registry of servers and their messages. Postgres only. */
export function createNodesStore({ orm, transact }: Database, clock: Clock, self: string) {
  return {
    /** Registers a new run of this server and replaces any earlier one. */
    async register(run: string): Promise<void> {
      const fresh = { run, beats: 0, draining: false, startedAt: clock.now(), lostAt: null };
      await orm
        .insert(nodes)
        .values({ url: self, ...fresh })
        .onConflictDoUpdate({ target: nodes.url, set: fresh });
    },

    /** Records a heartbeat; false if this run has been declared lost or replaced. */
    async beat(run: string): Promise<boolean> {
      const rows = await orm
        .update(nodes)
        .set({ beats: sql`${nodes.beats} + 1` })
        .where(and(eq(nodes.url, self), eq(nodes.run, run), isNull(nodes.lostAt)))
        .returning({ url: nodes.url });
      return rows.length === 1;
    },

    /** Deletes expired rows. */
    async sweep(): Promise<void> {
      await orm
        .delete(nodeMessages)
        .where(lt(nodeMessages.sentAt, sql`${databaseNow} - ${MESSAGES_KEPT_MS}`));
      await orm.delete(rateLimits).where(lt(rateLimits.expire, new Date(clock.now())));
    },

    /** Nodes that aren't lost. */
    list: (): Promise<NodeRow[]> => orm.select().from(nodes).where(isNull(nodes.lostAt)),

    async setDraining(): Promise<void> {
      await orm.update(nodes).set({ draining: true }).where(eq(nodes.url, self));
    },

    async unregister(run: string): Promise<void> {
      await orm.delete(nodes).where(and(eq(nodes.url, self), eq(nodes.run, run)));
    },

    /**
     * Declares a node lost, unless it has had a heartbeat since it was last seen, and moves its dreams in the same
     * transaction.
     * @returns false if it had one after all, or another node was first
     */
    takeOver: ({ url, run, beats }: NodeRow, moveDreams: () => Promise<void>): Promise<boolean> =>
      transact(async () => {
        const rows = await orm
          .update(nodes)
          .set({ lostAt: clock.now() })
          .where(and(eq(nodes.url, url), eq(nodes.run, run), eq(nodes.beats, beats), isNull(nodes.lostAt)))
          .returning({ url: nodes.url });
        if (rows.length === 0) return false;
        await moveDreams();
        return true;
      }),

    async send(message: Omit<NodeMessage, 'sentAt' | 'sender'>): Promise<void> {
      await orm.insert(nodeMessages).values({ sentAt: databaseNow, sender: self, ...message });
    },

    /**
     * Reads other nodes' messages since a point in time. Reads overlap, so readers skip ids that they know.
     * @param since by the database's clock; null: from now on
     * @returns `now`: pass as `since` next time
     */
    async read(since: number | null): Promise<{ now: number; messages: NodeMessage[] }> {
      const [row] = await orm.select({ now: databaseNow }).from(sql`(select 1) as one`);
      const now = row?.now ?? 0;
      if (since === null) return { now, messages: [] };
      const messages = await orm
        .select()
        .from(nodeMessages)
        .where(
          and(
            gt(nodeMessages.sentAt, since - OVERLAP_MS),
            ne(nodeMessages.sender, self),
            or(isNull(nodeMessages.recipient), eq(nodeMessages.recipient, self)),
          ),
        )
        .orderBy(nodeMessages.sentAt, nodeMessages.id);
      return { now, messages };
    },
  };
}
