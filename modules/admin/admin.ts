import type { App } from '../../src/web/context.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import type { LookedAt } from '../dreams/dreams.ts';
import type { Kit, Module } from '../module.ts';
import { UPLOAD_PATH } from './backups/backup-routes.ts';
import type { AdminPorts } from './deps.ts';
import { createLookLog } from './dreams/note-look.ts';
import { defineStopJob } from './dreams/stop-session.ts';
import { UPLOAD_PIECE_BYTES } from './limits.ts';
import { createAdminPersonalData } from './personal-data.ts';
import { registerAdmin } from './routes.tsx';
import type { AdminConfig } from './settings.ts';
import { createAdminStore } from './store.ts';

export type { AdminPorts };

/** The dashboard of those who run the place. */
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
    longBodies: { [UPLOAD_PATH]: UPLOAD_PIECE_BYTES },
    personalData: createAdminPersonalData(db, ports.auth),
    lookedAt: createLookLog(deps),
    unlinkDream: deps.store.unlinkDream,
  };
}
