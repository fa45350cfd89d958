import { and, asc, desc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { holds } from '../../../db/dialect.ts';
import { users } from '../../auth/tables.ts';
import { nameKey } from '../../dreams/contract/sort.ts';
import {
  conversationMessages,
  dreamControls,
  dreamPrompts,
  dreamReports,
  dreams,
  dreamViews,
} from '../../dreams/tables.ts';
import { jobs } from '../../jobs/tables.ts';
import { contentLog } from '../../recordings/tables.ts';
import { linesAbout } from '../../safety/contract/decision-line.ts';
import { securityEvents } from '../../security-log/tables.ts';
import { runpodJobs } from '../../stream/tables.ts';
import { adminActions } from '../tables.ts';
import { hasAddress } from './people.ts';

/** Maximum users that a search for their dreams may match. */
const PEOPLE = 50;
/** A watermark's number, and a file's hash. */
const WATERMARK = /^[0-9a-f]{16}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Everything about one dream. */
export function createDreamLifeQueries({ orm }: Database) {
  const listed = () =>
    orm
      .select({ dream: dreams, email: users.email })
      .from(dreams)
      .innerJoin(users, eq(users.id, dreams.userId));

  /** The dream that a file belongs to; false if the words don't identify a file. */
  function fromFile(words: string) {
    const column = WATERMARK.test(words) ? contentLog.watermark : HASH.test(words) ? contentLog.sha256 : null;
    if (!column) return sql`false`;
    const found = orm.select({ id: contentLog.dreamId }).from(contentLog).where(eq(column, words));
    return inArray(dreams.id, found);
  }

  return {
    /**
     * Finds dreams by anything an operator may have: the id of the dream or its job, a file's watermark or hash, a
     * user's id or part of an address, a worker, a name. Newest first. Tries one kind after another, each with its
     * index.
     */
    async findDreams(words: string, limit: number) {
      // Erased users have no address. Excluding them lets the partial index answer.
      const people = () =>
        orm
          .select({ id: users.id })
          .from(users)
          .where(and(isNull(users.deletedAt), hasAddress(words)))
          .limit(PEOPLE);
      const kinds = [
        () => or(eq(dreams.id, words), eq(dreams.rpJobId, words.toLowerCase())),
        () => fromFile(words.toLowerCase()),
        () => eq(dreams.userId, words),
        async () => {
          const ids = (await people()).map(({ id }) => id);
          return ids.length > 0 ? inArray(dreams.userId, ids) : sql`false`;
        },
        () => eq(sql`lower(${dreams.workerId})`, words.toLowerCase()),
        () => eq(dreams.nameKey, nameKey(words) ?? words),
      ];
      for (const kind of kinds) {
        const found = await listed()
          .where(await kind())
          .orderBy(desc(dreams.requestedAt))
          .limit(limit);
        if (found.length > 0) return found;
      }
      return [];
    },

    /** Reads every prompt and conversation, since no index covers all users' words. */
    findDreamsByWords(words: string, limit: number) {
      const said = [dreamPrompts, conversationMessages].map((table) =>
        orm.select({ id: table.dreamId }).from(table).where(holds(table.text, words)),
      );
      return listed()
        .where(or(holds(dreams.name, words), ...said.map((ids) => inArray(dreams.id, ids))))
        .orderBy(desc(dreams.requestedAt))
        .limit(limit);
    },

    newestDreams: (limit: number) => listed().orderBy(desc(dreams.requestedAt)).limit(limit),

    async lifeOf(id: string) {
      const [[row], prompts, controls, reports, acts, compiles, gpuJobs, [seen], decisions] =
        await Promise.all([
          listed().where(eq(dreams.id, id)),
          orm
            .select()
            .from(dreamPrompts)
            .where(eq(dreamPrompts.dreamId, id))
            .orderBy(asc(dreamPrompts.position)),
          orm
            .select()
            .from(dreamControls)
            .where(eq(dreamControls.dreamId, id))
            .orderBy(asc(dreamControls.position))
            .limit(1_000),
          orm
            .select()
            .from(dreamReports)
            .where(eq(dreamReports.dreamId, id))
            .orderBy(asc(dreamReports.createdAt))
            .limit(1_000),
          orm
            .select({ act: adminActions, by: users.email })
            .from(adminActions)
            .leftJoin(users, eq(users.id, adminActions.actorId))
            .where(eq(adminActions.targetId, id))
            .orderBy(asc(adminActions.at)),
          orm
            .select()
            .from(jobs)
            .where(and(eq(jobs.kind, 'compile'), eq(jobs.key, id)))
            .limit(1),
          orm.select().from(runpodJobs).where(eq(runpodJobs.dreamId, id)).orderBy(asc(runpodJobs.askedAt)),
          orm.select({ n: dreamViews.views }).from(dreamViews).where(eq(dreamViews.dreamId, id)),
          orm
            .select({ at: securityEvents.at, detail: securityEvents.detail })
            .from(securityEvents)
            .where(and(eq(securityEvents.kind, 'safety'), like(securityEvents.detail, `${linesAbout(id)}%`)))
            .orderBy(asc(securityEvents.at)),
        ]);
      return (
        row && {
          ...row,
          prompts,
          controls,
          reports,
          acts,
          decisions,
          compile: compiles[0] ?? null,
          gpuJobs,
          views: seen?.n ?? 0,
        }
      );
    },
  };
}
