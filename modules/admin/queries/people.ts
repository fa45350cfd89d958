import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { holdsLowerCase } from '../../../db/dialect.ts';
import { fold } from '../../../src/kit/shared/fold.ts';
import type { Role } from '../../auth/schemas.ts';
import { identities, users } from '../../auth/tables.ts';
import type { UserFilter } from '../schemas/people.ts';

export type FoundUser = Awaited<ReturnType<PeopleQueries['listUsers']>>[number];
type PeopleQueries = ReturnType<typeof createPeopleQueries>;

/** parameters of one statement */
const IDS_AT_ONCE = 500;
const count = sql<number>`count(*)`.mapWith(Number);
const living = isNull(users.deletedAt);

/** People of the box, and recipients of mails. */
export function createPeopleQueries({ orm }: Database) {
  return {
    async countUsers(filter: UserFilter): Promise<number> {
      const [row] = await orm.select({ n: count }).from(users).where(matchingUsers(filter));
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
      // Rows before a page are counted off in the index; only its own people are read.
      const ids = orm
        .select({ id: users.id })
        .from(users)
        .where(matchingUsers(filter))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(page.limit)
        .offset(page.offset);
      return orm
        .select({ user: users, subject: sql<string | null>`(${subject})` })
        .from(users)
        .where(inArray(users.id, ids))
        .orderBy(desc(users.createdAt), desc(users.id));
    },

    /** Recipients of a mail: the named people, or everybody (of one role), the first to come first. */
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
      const alike = await orm
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(and(living, eq(users.emailKey, fold(email))));
      return alike.find((row) => row.email.toLowerCase() === email.toLowerCase())?.id ?? null;
    },
  };
}

/** True if a person's address holds these words, both folded. */
export const hasAddress = (words: string): SQL => holdsLowerCase(users.emailKey, fold(words));

/** People who are not erased and whom a filter lets through. */
export function matchingUsers({ email, role }: UserFilter): SQL | undefined {
  return and(living, email ? hasAddress(email) : undefined, role ? eq(users.role, role) : undefined);
}
