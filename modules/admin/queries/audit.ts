import { type AnyColumn, and, eq, exists, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { beyond } from '../../../db/beyond.ts';
import type { Database } from '../../../db/database.ts';
import { users } from '../../auth/tables.ts';
import { linesAbout } from '../../safety/contract/decision-line.ts';
import { securityEvents } from '../../security-log/tables.ts';
import { AUDIT_FILTER, type AuditFilter } from '../contract/audit-filter.ts';
import { adminActions } from '../tables.ts';
import type { After } from './exports.ts';
import { filterConditions } from './filter-conditions.ts';
import { hasAddress } from './people.ts';

/** Up to this many matching users, a search lists their ids. */
const FEW = 200;
const count = sql<number>`count(*)`.mapWith(Number);

/** One stored line of the audit. */
export type AuditRow = Awaited<ReturnType<ReturnType<typeof createAuditQueries>['listAudit']>>[number];

/** Users that a search matches: a few by id, which indexes can find; more by the search words; null for everyone. */
type People = { ids: string[] } | { words: string } | null;

/** Admin actions and the security log as one list, newest first. */
export function createAuditQueries({ orm }: Database) {
  // Erased users have no address. Excluding them lets the partial index answer without reading rows.
  const matching = (words: string, id?: AnyColumn) =>
    orm
      .select({ id: users.id })
      .from(users)
      .where(and(isNull(users.deletedAt), hasAddress(words), id && eq(users.id, id)));

  const isOneOf = (column: AnyColumn, people: NonNullable<People>) =>
    inArray(column, 'ids' in people ? people.ids : matching(people.words));

  /** As above, for tables with far fewer lines than users: each line looks up its own user. */
  const names = (column: AnyColumn, people: NonNullable<People>) =>
    'ids' in people ? inArray(column, people.ids) : exists(matching(people.words, column));

  const events = (filter: AuditFilter, people: People) =>
    filterConditions(AUDIT_FILTER, filter, securityEvents, {
      kind: (kind) => (kind === 'admin' ? sql`false` : eq(securityEvents.kind, kind)),
      act: () => sql`false`,
      object: (id) =>
        and(eq(securityEvents.kind, 'safety'), like(securityEvents.detail, `${linesAbout(id)}%`)),
      person: () => people && isOneOf(securityEvents.userId, people),
    });

  const actions = (filter: AuditFilter, people: People) =>
    filterConditions(AUDIT_FILTER, filter, adminActions, {
      kind: (kind) => (kind === 'admin' ? undefined : sql`false`),
      act: (act) => eq(adminActions.action, act),
      object: (id) => eq(adminActions.targetId, id),
      person: () => people && or(names(adminActions.userId, people), names(adminActions.actorId, people)),
    });

  return {
    async peopleOfAudit({ person }: AuditFilter): Promise<People> {
      if (!person) return null;
      const found = await matching(person).limit(FEW + 1);
      return found.length <= FEW ? { ids: found.map(({ id }) => id) } : { words: person };
    },

    async countAudit(filter: AuditFilter, people: People): Promise<number> {
      const parts = await Promise.all([
        orm.select({ n: count }).from(securityEvents).where(events(filter, people)),
        orm.select({ n: count }).from(adminActions).where(actions(filter, people)),
      ]);
      return parts.flat().reduce((sum, { n }) => sum + n, 0);
    },

    async listAudit(
      filter: AuditFilter,
      people: People,
      { after, limit, offset }: { after: After | null; limit: number; offset: number },
    ) {
      const behind = ({ at, id }: typeof securityEvents | typeof adminActions) =>
        after === null
          ? undefined
          : beyond([
              [at, 'down', after.at],
              [id, 'down', after.id],
            ]);
      const page = await orm
        .select({ id: securityEvents.id, at: securityEvents.at })
        .from(securityEvents)
        .where(and(events(filter, people), behind(securityEvents)))
        .unionAll(
          orm
            .select({ id: adminActions.id, at: adminActions.at })
            .from(adminActions)
            .where(and(actions(filter, people), behind(adminActions))),
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
        ...logged.map((row) => ({ ...row, action: null, actorId: null, targetId: null })),
        ...done.map((row) => ({ ...row, kind: 'admin' as const, device: null, count: 1 })),
      ].toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },

    /** E-mail addresses of these accounts, except erased ones. */
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
