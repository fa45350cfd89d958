import { asc, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { createBoardQueries, type Derived, derivedFor } from './queries/board.ts';
import { createChangeQueries } from './queries/changes.ts';
import { createEvidenceQueries } from './queries/evidence.ts';
import { LOCAL_JOB } from './queries/local-job.ts';
import { createRelativeQueries } from './queries/relatives.ts';
import { createReportQueries } from './queries/reports.ts';
import { createSearchText } from './queries/search-text.ts';
import { createTrashQueries } from './queries/trash.ts';
import { createViewQueries } from './queries/views.ts';
import { createWordQueries } from './queries/words.ts';
import { dreams } from './tables.ts';

export type DreamsStore = ReturnType<typeof createDreamsStore>;
export type DreamRow = typeof dreams.$inferSelect & Derived;

/** All SQL for the dreamboard and the dreams' pages. */
export function createDreamsStore(db: Database, clock: Clock = systemClock) {
  const { orm } = db;
  return {
    ...createBoardQueries(db, clock),
    ...createChangeQueries(db, clock),
    ...createSearchText(db),
    ...createEvidenceQueries(db, clock),
    ...createRelativeQueries(db),
    ...createReportQueries(db, clock),
    ...createTrashQueries(db),
    ...createViewQueries(db),
    ...createWordQueries(db),

    /** Finds a dream by its id or job id, including its first job id, which old links may still have. */
    async find(id: string, viewerId: string): Promise<DreamRow | null> {
      const first = id.startsWith(LOCAL_JOB) ? id.slice(LOCAL_JOB.length) : id;
      const [row] = await orm
        .select({ ...getTableColumns(dreams), ...derivedFor(db, viewerId) })
        .from(dreams)
        .where(sql`(${dreams.id} in (${id}, ${first}) or ${dreams.rpJobId} = ${id})`)
        .orderBy(asc(dreams.id))
        .limit(1);
      return row ?? null;
    },
  };
}
