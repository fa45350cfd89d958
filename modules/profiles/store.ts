import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { ReportDecision, ReportReason } from '../dreams/contract/report-reasons.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Locale } from '../kit/texts/locale.ts';
import { handleKey } from './contract/handle.ts';
import { HANDLES_KEPT } from './contract/limits.ts';
import { handles, profileReports, profiles } from './tables.ts';

export type ProfileStore = ReturnType<typeof createProfileStore>;
export type ProfileRow = typeof profiles.$inferSelect;

interface Given {
  handle: string;
  name: string | null;
  bio: string | null;
  collectionId: string | null;
  open: boolean;
}

/** Maximum reports in the operators' list. */
const LISTED = 200;

export function createProfileStore({ orm, transact }: Database, clock: Clock) {
  /** @returns false if the handle, or one that looks like it, belongs to someone else */
  async function takeHandle(userId: string, handle: string): Promise<boolean> {
    const key = handleKey(handle);
    await orm.insert(handles).values({ key, userId, takenAt: clock.now() }).onConflictDoNothing();
    const [owner] = await orm.select().from(handles).where(eq(handles.key, key));
    if (owner?.userId !== userId) return false;
    await orm.update(handles).set({ takenAt: clock.now() }).where(eq(handles.key, key));
    const held = await orm
      .select({ key: handles.key })
      .from(handles)
      .where(eq(handles.userId, userId))
      .orderBy(desc(handles.takenAt));
    const others = held.filter((one) => one.key !== key).slice(HANDLES_KEPT - 1);
    const dropped = others.map((one) => one.key);
    if (dropped.length > 0) await orm.delete(handles).where(inArray(handles.key, dropped));
    return true;
  }

  const change = async (userId: string, to: Partial<typeof profiles.$inferInsert>) => {
    const rows = await orm
      .update(profiles)
      .set(to)
      .where(eq(profiles.userId, userId))
      .returning({ userId: profiles.userId });
    return rows.length === 1;
  };

  return {
    async find(userId: string): Promise<ProfileRow | null> {
      const [row] = await orm.select().from(profiles).where(eq(profiles.userId, userId));
      return row ?? null;
    },

    /** Only by the handle itself: earlier handles lead nowhere. */
    async findByHandle(handle: string): Promise<ProfileRow | null> {
      const [row] = await orm
        .select({ profile: profiles })
        .from(handles)
        .innerJoin(profiles, eq(profiles.userId, handles.userId))
        .where(and(eq(handles.key, handleKey(handle)), eq(profiles.handle, handle)));
      return row?.profile ?? null;
    },

    /** @returns false if the handle is taken */
    save: (userId: string, given: Given): Promise<boolean> =>
      transact(async () => {
        if (!(await takeHandle(userId, given.handle))) return false;
        const row = { ...given, changedAt: clock.now() };
        await orm
          .insert(profiles)
          .values({ userId, ...row })
          .onConflictDoUpdate({ target: profiles.userId, set: row });
        return true;
      }),

    /** Keeps its handles, so that no one else can pose as this person, and an operator's decision. */
    async clear(userId: string): Promise<void> {
      await change(userId, {
        name: null,
        bio: null,
        collectionId: null,
        open: false,
        changedAt: clock.now(),
      });
    },

    takeDown: (userId: string, reason: string) =>
      change(userId, { takenDownAt: clock.now(), takenDownReason: reason }),
    putBack: (userId: string) => change(userId, { takenDownAt: null, takenDownReason: null }),

    async addReport(report: {
      profileId: string;
      reason: ReportReason;
      message: string | null;
      userId: string | null;
      contact: string | null;
      locale: Locale;
    }): Promise<string> {
      const id = newId();
      await orm.insert(profileReports).values({ id, ...report, createdAt: clock.now() });
      return id;
    },

    async findReport(id: string) {
      const [row] = await orm
        .select({ report: profileReports, profile: profiles })
        .from(profileReports)
        .innerJoin(profiles, eq(profiles.userId, profileReports.profileId))
        .where(eq(profileReports.id, id));
      return row ?? null;
    },

    listOpen: (profileId: string) =>
      orm
        .select()
        .from(profileReports)
        .where(and(eq(profileReports.profileId, profileId), isNull(profileReports.seenAt)))
        .orderBy(asc(profileReports.createdAt)),

    /** Undecided reports, oldest first, with their profiles. */
    listReported: () =>
      orm
        .select({ report: profileReports, profile: profiles })
        .from(profileReports)
        .innerJoin(profiles, eq(profiles.userId, profileReports.profileId))
        .where(isNull(profileReports.seenAt))
        .orderBy(asc(profileReports.createdAt))
        .limit(LISTED),

    /** Profiles that operators have closed. */
    listTakenDown: () =>
      orm
        .select()
        .from(profiles)
        .where(isNotNull(profiles.takenDownAt))
        .orderBy(desc(profiles.takenDownAt))
        .limit(LISTED),

    /** Decides all open reports, and removes the reporters' identities and messages. */
    async decide(profileId: string, decision: ReportDecision): Promise<void> {
      await orm
        .update(profileReports)
        .set({ seenAt: clock.now(), decision, userId: null, contact: null, message: null })
        .where(and(eq(profileReports.profileId, profileId), isNull(profileReports.seenAt)));
    },
  };
}
