import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { createActionQueries } from './queries/actions.ts';
import { createAuditQueries } from './queries/audit.ts';
import { createCopyQueries } from './queries/copies.ts';
import { createDreamLifeQueries } from './queries/dream-life.ts';
import { createExportQueries } from './queries/exports.ts';
import { createFiguresQueries } from './queries/figures.ts';
import { createGrowthQueries } from './queries/growth.ts';
import { createMailQueries } from './queries/mails.ts';
import { createPeopleQueries } from './queries/people.ts';
import { createPersonQueries } from './queries/person.ts';
import { createReportQueries } from './queries/reports.ts';
import { createRequestQueries } from './queries/requests.ts';
import { createSessionQueries } from './queries/sessions.ts';
import { createSummaryQueries } from './queries/summary.ts';
import { createWorkerQueries } from './queries/workers.ts';

export type AdminStore = ReturnType<typeof createAdminStore>;

/**
 * The dashboard's SQL. It reads across all domains and writes only to its own audit: every change goes through the
 * domain that owns the data.
 */
export function createAdminStore(db: Database, clock: Clock) {
  return {
    ...createSessionQueries(db, clock),
    ...createSummaryQueries(db),
    ...createGrowthQueries(db),
    ...createPeopleQueries(db),
    ...createActionQueries(db, clock),
    ...createAuditQueries(db),
    ...createWorkerQueries(db),
    ...createReportQueries(db),
    ...createCopyQueries(db),
    ...createPersonQueries(db, clock),
    ...createDreamLifeQueries(db),
    ...createExportQueries(db),
    ...createFiguresQueries(db),
    ...createMailQueries(db),
    ...createRequestQueries(db),
  };
}
