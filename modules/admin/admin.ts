import type { LookedAt } from '../dreams/dreams.ts';
import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Kit, Module } from '../module.ts';
import type { App } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { UPLOAD_PATH } from './backups/backup-routes.ts';
import { UPLOAD_PIECE_BYTES } from './contract/limits.ts';
import type { AdminConfig } from './contract/settings.ts';
import type { AdminPorts } from './deps.ts';
import { createLookLog } from './dreams/note-look.ts';
import { defineStopJob } from './dreams/stop-session.ts';
import { createAdminPersonalData } from './personal-data.ts';
import { remindRequests } from './requests/remind-requests.ts';
import { registerAdmin } from './routes.tsx';
import { createAdminStore } from './store.ts';

export type { AdminPorts };

/** Retention of answers to data requests, as proof. */
const REQUESTS_KEPT_MS = 3 * 365 * 24 * 3600_000;

/** The operators' dashboard. */
export function createAdmin(
  {
    config,
    db,
    clock,
    log,
    disk,
    rateLimits,
  }: Kit<AdminConfig & SiteConfig & { GPU_USD_PER_HOUR?: number | undefined }>,
  ports: AdminPorts,
): Module & { lookedAt: LookedAt; unlinkDream: (dreamId: string) => Promise<void> } {
  const deps = {
    ...ports,
    store: createAdminStore(db, clock),
    transact: db.transact,
    patiently: db.patiently,
    clock,
    log,
    rateLimits,
    disk,
    appName: config.APP_NAME,
    looks: config.OPERATOR_LOOKS,
    usdPerHour: config.GPU_USD_PER_HOUR ?? null,
  };
  return {
    register: (app: App) => registerAdmin(app, deps),
    jobs: [defineStopJob(deps)],
    schedules: [
      defineDaily('remind-requests', '06:00', () => remindRequests(deps)),
      defineDaily('forget-requests', '00:35', () => deps.store.dropAnswered(clock.now() - REQUESTS_KEPT_MS)),
    ],
    longBodies: { [UPLOAD_PATH]: UPLOAD_PIECE_BYTES },
    personalData: createAdminPersonalData(db, ports.auth),
    lookedAt: createLookLog(deps),
    unlinkDream: deps.store.unlinkDream,
  };
}
