import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import {
  EXPORTS_AT_ONCE,
  EXPORTS_KEPT,
  type ExportFault,
  type ExportFormat,
} from '../contract/export-kinds.ts';
import { dreamExports } from '../tables.ts';

export type ExportsStore = ReturnType<typeof createExportsStore>;
export type ExportRow = typeof dreamExports.$inferSelect;

/** The part of a film to export, and its form. */
export interface ExportSpec {
  format: ExportFormat;
  fromMs: number;
  lengthMs: number;
  captions: boolean;
}

const WAITING = { state: 'waiting', fault: null, faultDetail: null, bytes: null, finishedAt: null } as const;

export function createExportsStore({ orm }: Database, clock: Clock) {
  const isIn = (dreamId: string, id: string) =>
    and(eq(dreamExports.id, id), eq(dreamExports.dreamId, dreamId));
  const isWaiting = (id: string) => and(eq(dreamExports.id, id), eq(dreamExports.state, 'waiting'));
  const ofPerson = (userId: string) =>
    sql`${dreamExports.dreamId} in (select id from dreams where user_id = ${userId})`;

  async function settle(id: string, to: Partial<ExportRow>): Promise<boolean> {
    const rows = await orm
      .update(dreamExports)
      .set({ ...to, finishedAt: clock.now() })
      .where(isWaiting(id))
      .returning({ id: dreamExports.id });
    return rows.length === 1;
  }

  return {
    /**
     * Adds an export, in place of the same one if that failed. Call within a transaction. @returns null if the person
     * already has too many unfinished ones
     */
    async add(
      { id: dreamId, userId }: { id: string; userId: string },
      spec: ExportSpec,
    ): Promise<{ row: ExportRow; isNew: boolean } | null> {
      const isSame = and(
        eq(dreamExports.dreamId, dreamId),
        eq(dreamExports.format, spec.format),
        eq(dreamExports.fromMs, spec.fromMs),
        eq(dreamExports.lengthMs, spec.lengthMs),
        eq(dreamExports.captions, spec.captions),
      );
      const [same] = await orm.select().from(dreamExports).where(isSame);
      if (same && same.state !== 'failed') return { row: same, isNew: false };
      const unfinished = await orm.$count(
        dreamExports,
        and(eq(dreamExports.state, 'waiting'), ofPerson(userId)),
      );
      if (unfinished >= EXPORTS_AT_ONCE) return null;
      // A new id, because the failed job may still be ending.
      if (same) await orm.delete(dreamExports).where(eq(dreamExports.id, same.id));
      const row: ExportRow = { id: newId(), dreamId, ...spec, ...WAITING, createdAt: clock.now() };
      await orm.insert(dreamExports).values(row);
      return { row, isNew: true };
    },

    listOf: (dreamId: string): Promise<ExportRow[]> =>
      orm
        .select()
        .from(dreamExports)
        .where(eq(dreamExports.dreamId, dreamId))
        .orderBy(desc(dreamExports.createdAt), asc(dreamExports.id))
        .execute(),

    async find(id: string): Promise<ExportRow | null> {
      const [row] = await orm.select().from(dreamExports).where(eq(dreamExports.id, id));
      return row ?? null;
    },

    async findIn(dreamId: string, id: string): Promise<ExportRow | null> {
      const [row] = await orm.select().from(dreamExports).where(isIn(dreamId, id));
      return row ?? null;
    },

    /** @returns false if it is no longer wanted, like the next method */
    finish: (id: string, bytes: number): Promise<boolean> => settle(id, { state: 'ready', bytes }),
    fail: (id: string, fault: ExportFault, faultDetail: string | null): Promise<boolean> =>
      settle(id, { state: 'failed', fault, faultDetail }),

    async remove(id: string): Promise<void> {
      await orm.delete(dreamExports).where(eq(dreamExports.id, id));
    },

    /** Finished exports beyond the number that this person may keep, except for one. */
    listSurplus: (userId: string, exceptId: string): Promise<ExportRow[]> =>
      orm
        .select()
        .from(dreamExports)
        .where(and(ne(dreamExports.state, 'waiting'), ne(dreamExports.id, exceptId), ofPerson(userId)))
        .orderBy(desc(dreamExports.createdAt), asc(dreamExports.id))
        .offset(EXPORTS_KEPT - 1)
        .limit(1000)
        .execute(),

    /** Exports ordered at or before a time. */
    listOld: (before: number, limit: number): Promise<ExportRow[]> =>
      orm
        .select()
        .from(dreamExports)
        .where(lte(dreamExports.createdAt, before))
        .orderBy(asc(dreamExports.createdAt))
        .limit(limit)
        .execute(),

    listOfDreams: (dreamIds: readonly string[]): Promise<ExportRow[]> =>
      orm
        .select()
        .from(dreamExports)
        .where(inArray(dreamExports.dreamId, [...dreamIds]))
        .orderBy(asc(dreamExports.createdAt))
        .execute(),
  };
}
