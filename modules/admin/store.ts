import { and, asc, desc, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { contains } from '../../db/dialect.ts';
import type { Database } from '../../db/open.ts';
import type { Clock } from '../../src/clock.ts';
import { newId } from '../../src/ids.ts';
import type { Role } from '../auth/schemas.ts';
import { accountChanges, identities, users } from '../auth/tables.ts';
import { conversationMessages, dreams, feedback } from '../dreams/tables.ts';
import type { JobStatus } from '../stream/schemas.ts';
import { FPS_SAMPLE } from './limits.ts';
import type { SessionFilter, UserFilter } from './schemas.ts';
import { adminActions } from './tables.ts';

export type AdminStore = ReturnType<typeof createAdminStore>;
export type AdminAction = typeof adminActions.$inferSelect;
export type FoundSession = Awaited<ReturnType<AdminStore['listSessions']>>[number];
export type FoundUser = Awaited<ReturnType<AdminStore['listUsers']>>[number];

const QUARTER_MS = 15 * 60_000;
/** parameters of one statement */
const IDS_AT_ONCE = 500;
const DAY_MS = 24 * 3600_000;
const count = sql<number>`count(*)`.mapWith(Number);

/**
 * The SQL of the dashboard. It reads across all domains and writes nowhere but to its own audit: every change
 * goes through the domain that owns it.
 */
export function createAdminStore({ orm }: Database, clock: Clock) {
  const living = isNull(users.deletedAt);

  return {
    async countSessions(filter: SessionFilter): Promise<number> {
      const [row] = await orm.select({ n: count }).from(dreams).where(sessionsLike(filter));
      return row?.n ?? 0;
    },

    /** The newest first, with whose they are and how they were rated. */
    async listSessions(filter: SessionFilter, page: { limit: number; offset: number }) {
      const ids = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(sessionsLike(filter))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id))
        .limit(page.limit)
        .offset(page.offset);
      return orm
        .select({ dream: dreams, email: users.email, feedback })
        .from(dreams)
        .leftJoin(users, and(eq(users.id, dreams.userId), living))
        .leftJoin(feedback, eq(feedback.dreamId, dreams.id))
        .where(inArray(dreams.id, ids))
        .orderBy(desc(dreams.requestedAt), desc(dreams.id));
    },

    /** Who spoke in these dreams, in order. */
    listSpeakers(dreamIds: string[]): Promise<{ dreamId: string; isUser: boolean }[]> {
      return orm
        .select({ dreamId: conversationMessages.dreamId, isUser: conversationMessages.isUser })
        .from(conversationMessages)
        .where(inArray(conversationMessages.dreamId, dreamIds))
        .orderBy(asc(conversationMessages.dreamId), asc(conversationMessages.at));
    },

    async countUsers(filter: UserFilter): Promise<number> {
      const [row] = await orm
        .select({ n: count })
        .from(users)
        .where(and(living, usersLike(filter)));
      return row?.n ?? 0;
    },

    /** The newest first; the subject is that of the identity that they last signed in with, mail links aside. */
    async listUsers(filter: UserFilter, page: { limit: number; offset: number }) {
      const subject = orm
        .select({ subject: identities.subject })
        .from(identities)
        .where(and(eq(identities.userId, users.id), ne(identities.issuer, 'email')))
        .orderBy(desc(identities.lastUsedAt))
        .limit(1);
      return orm
        .select({ user: users, subject: sql<string | null>`(${subject})` })
        .from(users)
        .where(and(living, usersLike(filter)))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(page.limit)
        .offset(page.offset);
    },

    /** Whom a mail goes to: the named people, or everybody (of one role), the first to come first. */
    async listMailable(
      whom: string[] | 'all' | Role,
    ): Promise<{ id: string; email: string; name: string }[]> {
      const columns = { id: users.id, email: users.email, name: users.name };
      const reachable = and(living, isNull(users.erasureAt), sql`${users.email} like '%@%'`);
      if (!Array.isArray(whom)) {
        return orm
          .select(columns)
          .from(users)
          .where(and(reachable, whom === 'all' ? undefined : eq(users.role, whom)))
          .orderBy(asc(users.createdAt), asc(users.id));
      }
      const found = new Map<string, { id: string; email: string; name: string }>();
      for (let at = 0; at < whom.length; at += IDS_AT_ONCE) {
        const some = whom.slice(at, at + IDS_AT_ONCE);
        const rows = await orm
          .select(columns)
          .from(users)
          .where(and(reachable, inArray(users.id, some)));
        for (const row of rows) found.set(row.id, row);
      }
      return [...new Set(whom)].flatMap((id) => found.get(id) ?? []);
    },

    async findUserByEmail(email: string): Promise<string | null> {
      const [row] = await orm
        .select({ id: users.id })
        .from(users)
        .where(and(living, sql`lower(${users.email}) = ${email.toLowerCase()}`))
        .limit(1);
      return row?.id ?? null;
    },

    /** How many dreams of each status were asked for in each quarter of an hour. */
    async countByStatus(
      from: number,
      to: number,
    ): Promise<{ status: JobStatus; quarter: number; count: number }[]> {
      const quarter = wholeSteps(sql`${dreams.requestedAt}`, QUARTER_MS);
      const rows = await orm
        .select({ status: dreams.jobStatus, quarter, count })
        .from(dreams)
        .where(and(gte(dreams.requestedAt, from), lte(dreams.requestedAt, to)))
        .groupBy(sql`1`, sql`2`)
        .orderBy(sql`2`);
      return rows.map((row) => ({ ...row, quarter: row.quarter * QUARTER_MS }));
    },

    /** People and subscribers that there were before a moment. */
    async countPeopleBefore(at: number): Promise<{ total: number; subscribed: number }> {
      const [made] = await orm
        .select({ n: count })
        .from(users)
        .where(
          sql`${users.createdAt} < ${at} and (${users.deletedAt} is null or ${users.deletedAt} >= ${at})`,
        );
      const [subscribed] = await orm
        .select({ n: subscribedDelta })
        .from(accountChanges)
        .where(sql`${accountChanges.at} < ${at}`);
      const [left] = await orm
        .select({ n: count })
        .from(users)
        .where(goneSubscribers(sql`< ${at}`));
      return { total: made?.n ?? 0, subscribed: (subscribed?.n ?? 0) - (left?.n ?? 0) };
    },

    /** By how many people and subscribers grew on each day (UTC, in days since the epoch) of a range. */
    async growthByDay(from: number, to: number): Promise<Map<number, { total: number; subscribed: number }>> {
      const within = (column: SQL) => sql`${column} >= ${from} and ${column} < ${to}`;
      const dayOf = (column: SQL) => wholeSteps(column, DAY_MS);
      const made = sql`${users.createdAt}`;
      const deleted = sql`${users.deletedAt}`;
      const changed = sql`${accountChanges.at}`;
      const [added, removed, subscribed, left] = await Promise.all([
        orm
          .select({ day: dayOf(made), n: count })
          .from(users)
          .where(within(made))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(deleted), n: count })
          .from(users)
          .where(within(deleted))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(changed), n: subscribedDelta })
          .from(accountChanges)
          .where(within(changed))
          .groupBy(sql`1`),
        orm
          .select({ day: dayOf(deleted), n: count })
          .from(users)
          .where(and(within(deleted), goneSubscribers(sql`is not null`)))
          .groupBy(sql`1`),
      ]);
      const days = new Map<number, { total: number; subscribed: number }>();
      const add = (day: number, total: number, more: number) => {
        const known = days.get(day) ?? { total: 0, subscribed: 0 };
        days.set(day, { total: known.total + total, subscribed: known.subscribed + more });
      };
      for (const { day, n } of added) add(day, n, 0);
      for (const { day, n } of removed) add(day, -n, 0);
      for (const { day, n } of subscribed) add(day, 0, n);
      for (const { day, n } of left) add(day, 0, -n);
      return days;
    },

    /**
     * Dreams whose speed was measured. Of too many, those with the smallest ids: ids are
     * random, so that is a fair sample, and the same one each time.
     */
    async sampleSpeeds(from: number, to: number) {
      const where = and(
        gte(dreams.requestedAt, from),
        lte(dreams.requestedAt, to),
        or(sql`${dreams.serverFps} > 0`, sql`${dreams.clientFps} > 0`),
      );
      const [found] = await orm.select({ n: count }).from(dreams).where(where);
      const ids = orm
        .select({ id: dreams.id })
        .from(dreams)
        .where(where)
        .orderBy(asc(dreams.id))
        .limit(FPS_SAMPLE);
      const rows = await orm
        .select({
          id: dreams.id,
          requestedAt: dreams.requestedAt,
          startedAt: dreams.startedAt,
          serverFps: dreams.serverFps,
          clientFps: dreams.clientFps,
          jobStatus: dreams.jobStatus,
          workerId: dreams.workerId,
          rpJobId: dreams.rpJobId,
          userId: dreams.userId,
          pcieData: dreams.pcieData,
        })
        .from(dreams)
        .where(inArray(dreams.id, ids))
        .orderBy(asc(dreams.requestedAt), asc(dreams.id));
      return { rows, sampledFrom: found?.n ?? 0 };
    },

    async recordAction(action: Omit<AdminAction, 'id' | 'at'>): Promise<void> {
      await orm.insert(adminActions).values({ ...action, id: newId(), at: clock.now() });
    },

    /** What was done to this person, the newest first: changes of role, and the audit's lines. */
    async listHistory(userId: string, limit: number) {
      const actor = sql<string | null>`${users.email}`;
      const [changes, actions] = await Promise.all([
        orm
          .select({ change: accountChanges, by: actor })
          .from(accountChanges)
          .leftJoin(users, eq(users.id, accountChanges.actorId))
          .where(eq(accountChanges.userId, userId))
          .orderBy(desc(accountChanges.at))
          .limit(limit),
        orm
          .select({ action: adminActions, by: actor })
          .from(adminActions)
          .leftJoin(users, eq(users.id, adminActions.actorId))
          .where(eq(adminActions.userId, userId))
          .orderBy(desc(adminActions.at))
          .limit(limit),
      ]);
      return { changes, actions };
    },
  };
}

/** Whole numbers divide to whole numbers on both databases. */
const wholeSteps = (column: SQL, step: number) =>
  sql<number>`${column} / ${sql.raw(String(step))}`.mapWith(Number);

const subscribedDelta = sql<number>`coalesce(sum(
  case when ${accountChanges.roleTo} = 'subscribed' then 1 else 0 end
  - case when ${accountChanges.roleFrom} = 'subscribed' then 1 else 0 end), 0)`.mapWith(Number);

/** People who were erased while they were subscribers: their last change of role says so. */
function goneSubscribers(when: SQL): SQL {
  return sql`${users.deletedAt} ${when} and (
    select ${accountChanges.roleTo} from ${accountChanges} where ${accountChanges.userId} = ${users.id}
    order by ${accountChanges.at} desc limit 1) = 'subscribed'`;
}

function sessionsLike(filter: SessionFilter): SQL | undefined {
  const given = <T>(value: T | undefined, condition: (value: T) => SQL) =>
    value === undefined || value === '' ? undefined : condition(value);
  return and(
    given(filter.jobStatus, (status) => eq(dreams.jobStatus, status)),
    given(filter.rpJobId, (words) => contains(dreams.rpJobId, words)),
    given(filter.workerId, (words) => contains(dreams.workerId, words)),
    given(filter.sessionAfter, (at) => gte(dreams.requestedAt, at)),
    given(filter.sessionBefore, (at) => lte(dreams.requestedAt, at)),
    given(filter.minServerFps, (fps) => gte(dreams.serverFps, fps)),
    given(filter.maxServerFps, (fps) => lte(dreams.serverFps, fps)),
    given(filter.minClientFps, (fps) => gte(dreams.clientFps, fps)),
    given(filter.maxClientFps, (fps) => lte(dreams.clientFps, fps)),
  );
}

function usersLike({ email, role }: UserFilter): SQL | undefined {
  return and(email ? contains(users.email, email) : undefined, role ? eq(users.role, role) : undefined);
}
