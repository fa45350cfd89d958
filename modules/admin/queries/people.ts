import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { holdsLowerCase } from '../../../db/dialect.ts';
import { identities, users } from '../../auth/tables.ts';
import { givesPlan, SUBSCRIPTION_STATUSES } from '../../billing/contract/plan-terms.ts';
import { subscriptions } from '../../billing/tables.ts';
import { spelledAddress, spelledWords } from '../../kit/email-address.ts';
import { fold } from '../../kit/shared/fold.ts';
import type { UserFilter } from '../contract/people/people.ts';
import {
  PEOPLE_FILTER,
  type PeopleChoice,
  type PeopleOrder,
  type PlanFilter,
  type SeenFilter,
} from '../contract/people/people-filters.ts';
import { filterConditions } from './filter-conditions.ts';

export type FoundUser = Awaited<ReturnType<PeopleQueries['listUsers']>>[number];
type PeopleQueries = ReturnType<typeof createPeopleQueries>;

/** maximum parameters per statement */
const IDS_AT_ONCE = 500;
const living = isNull(users.deletedAt);
/** Accounts closed by their owners get no more mail. */
const reachable = and(isNull(users.erasureAt), sql`${users.email} like '%@%'`);
// Must match the index's expression.
const wantsNews = sql`${users.news} = 'yes'`;
const DAY_MS = 24 * 3600_000;

/** Users of the installation, and recipients of mails. */
export function createPeopleQueries({ orm }: Database) {
  return {
    async countUsers(filter: UserFilter, now: number): Promise<number> {
      return orm.$count(users, matchingUsers(filter, now));
    },

    /** Number of matching users who may be sent news. */
    async countNewsReaders(filter: UserFilter, now: number): Promise<number> {
      return orm.$count(users, and(matchingUsers({ ...filter, mailable: true }, now), wantsNews));
    },

    /** In the requested order. The subject is that of the last identity used to sign in, ignoring mail links. */
    async listUsers(
      filter: UserFilter,
      page: { limit: number; offset: number; sort: PeopleOrder },
      now: number,
    ) {
      const subject = orm
        .select({ subject: identities.subject })
        .from(identities)
        .where(and(eq(identities.userId, users.id), ne(identities.issuer, 'email')))
        .orderBy(desc(identities.lastUsedAt))
        .limit(1);
      // Skipped rows are counted in the index; only the page's users are read.
      const ids = await orm
        .select({ id: users.id })
        .from(users)
        .where(matchingUsers(filter, now))
        .orderBy(...ORDERS[page.sort])
        .limit(page.limit)
        .offset(page.offset);
      const found = new Map<string, { user: typeof users.$inferSelect; subject: string | null }>();
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = ids.slice(at, at + IDS_AT_ONCE).map(({ id }) => id);
        const rows = await orm
          .select({ user: users, subject: sql<string | null>`(${subject})` })
          .from(users)
          .where(inArray(users.id, some));
        for (const row of rows) found.set(row.user.id, row);
      }
      return ids.flatMap(({ id }) => found.get(id) ?? []);
    },

    /**
     * Recipients of a mail, oldest account first: the named users, or everyone who matches a filter; for news, only
     * those who asked for it.
     */
    async listMailable(
      whom: string[] | PeopleChoice,
      isNews: boolean,
      now: number,
    ): Promise<{ id: string; email: string; name: string }[]> {
      const columns = { id: users.id, email: users.email, name: users.name };
      if (!Array.isArray(whom)) {
        return orm
          .select(columns)
          .from(users)
          .where(and(matchingUsers({ ...whom, mailable: true }, now), isNews ? wantsNews : undefined))
          .orderBy(asc(users.createdAt), asc(users.id));
      }
      const found = new Map<string, { id: string; email: string; name: string }>();
      for (let at = 0; at < whom.length; at += IDS_AT_ONCE) {
        const some = whom.slice(at, at + IDS_AT_ONCE);
        const rows = await orm
          .select(columns)
          .from(users)
          .where(and(living, reachable, isNews ? wantsNews : undefined, inArray(users.id, some)));
        for (const row of rows) found.set(row.id, row);
      }
      return [...new Set(whom)].flatMap((id) => found.get(id) ?? []);
    },

    async findUserByEmail(typed: string): Promise<string | null> {
      const email = spelledAddress(typed);
      const alike = await orm
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(and(living, eq(users.emailKey, fold(email))));
      return alike.find((row) => row.email.toLowerCase() === email.toLowerCase())?.id ?? null;
    },
  };
}

const GIVING = SUBSCRIPTION_STATUSES.filter(givesPlan);
const pays = sql`exists (select 1 from subscriptions where subscriptions.user_id = ${users.id} and ${inArray(subscriptions.status, GIVING)})`;

const PLANS: Record<PlanFilter, SQL | undefined> = {
  paid: and(eq(users.role, 'subscribed'), pays),
  given: and(eq(users.role, 'subscribed'), sql`not ${pays}`),
  lapsed: and(
    eq(users.role, 'user'),
    // Must match the partial index, which covers few users.
    sql`${users.id} in (select user_id from account_changes where role_from = 'subscribed')`,
  ),
};

function hasSeen(seen: SeenFilter, now: number): SQL {
  const since = now - (seen === 'week' ? 7 : 30) * DAY_MS;
  return seen === 'longer' ? lt(users.lastSeenAt, since) : gte(users.lastSeenAt, since);
}

const ORDERS: Record<PeopleOrder, SQL[]> = {
  created: [desc(users.createdAt), desc(users.id)],
  seen: [desc(users.lastSeenAt), desc(users.id)],
  email: [asc(users.emailKey), asc(users.id)],
};

/** True if a user's address contains these words, both folded. */
export function hasAddress(words: string): SQL {
  const forms = new Set([fold(words), fold(spelledWords(words))]);
  const held = [...forms].map((form) => holdsLowerCase(users.emailKey, form));
  return sql`(${sql.join(held, sql` or `)})`;
}

/** Users who aren't erased and match a filter. */
export function matchingUsers(filter: UserFilter, now: number): SQL | undefined {
  const chosen = filterConditions(PEOPLE_FILTER, filter, users, {
    email: hasAddress,
    plan: (plan) => PLANS[plan],
    seen: (seen) => hasSeen(seen, now),
  });
  return and(living, filter.mailable ? reachable : undefined, chosen);
}
