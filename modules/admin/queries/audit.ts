import { and, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { holds } from '../../../db/dialect.ts';
import { users } from '../../auth/tables.ts';
import { securityEvents } from '../../security-log/tables.ts';
import type { AuditFilter } from '../schemas.ts';
import { adminActions } from '../tables.ts';

const count = sql<number>`count(*)`.mapWith(Number);

/** One line of the audit as it is stored. */
export type AuditRow = Awaited<ReturnType<ReturnType<typeof createAuditQueries>['listAudit']>>[number];

/** What admins did and the security log as one list, the newest first. */
export function createAuditQueries({ orm }: Database) {
  const people = (words: string) => orm.select({ id: users.id }).from(users).where(holds(users.email, words));

  function events({ kind, person, after, before }: AuditFilter): SQL | undefined {
    return and(
      kind === undefined ? undefined : kind === 'admin' ? sql`false` : eq(securityEvents.kind, kind),
      person ? inArray(securityEvents.userId, people(person)) : undefined,
      after === undefined ? undefined : gte(securityEvents.at, after),
      before === undefined ? undefined : lte(securityEvents.at, before),
    );
  }

  function actions({ kind, person, after, before }: AuditFilter): SQL | undefined {
    return and(
      kind === undefined || kind === 'admin' ? undefined : sql`false`,
      person
        ? or(inArray(adminActions.userId, people(person)), inArray(adminActions.actorId, people(person)))
        : undefined,
      after === undefined ? undefined : gte(adminActions.at, after),
      before === undefined ? undefined : lte(adminActions.at, before),
    );
  }

  return {
    async countAudit(filter: AuditFilter): Promise<number> {
      const parts = await Promise.all([
        orm.select({ n: count }).from(securityEvents).where(events(filter)),
        orm.select({ n: count }).from(adminActions).where(actions(filter)),
      ]);
      return parts.flat().reduce((sum, { n }) => sum + n, 0);
    },

    async listAudit(filter: AuditFilter, { limit, offset }: { limit: number; offset: number }) {
      const page = await orm
        .select({ id: securityEvents.id, at: securityEvents.at })
        .from(securityEvents)
        .where(events(filter))
        .unionAll(
          orm.select({ id: adminActions.id, at: adminActions.at }).from(adminActions).where(actions(filter)),
        )
        .orderBy(sql`at desc`, sql`id desc`)
        .limit(limit)
        .offset(offset);
      const ids = page.map(({ id }) => id);
      if (ids.length === 0) return [];
      const [logged, done] = await Promise.all([
        orm.select().from(securityEvents).where(inArray(securityEvents.id, ids)),
        orm.select().from(adminActions).where(inArray(adminActions.id, ids)),
      ]);
      return [
        ...logged.map((row) => ({ ...row, action: null, actorId: null })),
        ...done.map((row) => ({ ...row, kind: 'admin' as const, device: null, count: 1 })),
      ].toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },

    /** Addresses of these accounts; those that are erased have none. */
    async emailsOf(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await orm
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(inArray(users.id, ids));
      return new Map(rows.filter(({ email }) => email).map(({ id, email }) => [id, email]));
    },
  };
}
