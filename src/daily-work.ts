import type { AuthStore } from '../modules/auth/store.ts';
import { RECONCILE_JOB, type ReconcileDeps, reconcile } from '../modules/billing/reconcile.ts';
import { type ExpireDeps, expireDreams } from '../modules/dreams/expire-dreams.ts';
import { type PurgeDeps, purgeHidden } from '../modules/dreams/purge-hidden.ts';
import type { HelpStore } from '../modules/help/store.ts';
import { type DailyJob, defineDaily } from '../modules/jobs/define-daily.ts';
import type { JobsStore } from '../modules/jobs/store.ts';
import type { SecurityLog } from '../modules/security-log/security-log.ts';
import { forgetOldDamage } from '../modules/stream/recording/damaged-tapes.ts';
import type { Clock } from './kit/clock.ts';
import type { Storage } from './kit/storage.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** A file that is not finished after so long never will be. */
const UNFINISHED_FOR_MS = HOUR_MS;
const FINISHED_JOBS_KEPT_MS = 90 * DAY_MS;
const STRIPE_EVENTS_KEPT_MS = 90 * DAY_MS;

export interface DailyWorkDeps {
  clock: Clock;
  purge: PurgeDeps;
  /** how long each plan keeps its dreams */
  retention: Pick<ExpireDeps, 'keptDays' | 'shortestDays'>;
  help: HelpStore;
  security: SecurityLog;
  accounts: AuthStore;
  jobs: JobsStore;
  tapesDir: string;
  storage: Storage;
  /** null where nothing is sold */
  selling: ReconcileDeps | null;
}

/** All that is thrown away or put right once a day, each by itself: where one fails, the others go on. */
export function dailyWork(deps: DailyWorkDeps): DailyJob[] {
  const { clock, purge, retention, selling } = deps;
  return [
    defineDaily('expire-dreams', '00:00', (signal) => expireDreams({ ...purge, ...retention }, signal)),
    defineDaily('purge-hidden', '00:10', (signal) => purgeHidden(purge, signal)),
    defineDaily('forget-help', '00:20', deps.help.forgetOld),
    defineDaily('forget-security-log', '00:20', deps.security.forgetOld),
    defineDaily('forget-ended-logins', '00:20', deps.accounts.forgetEndedLogins),
    defineDaily('forget-dead-links', '00:20', deps.accounts.forgetDeadLinks),
    defineDaily('forget-finished-jobs', '00:20', () =>
      deps.jobs.forgetFinished(clock.now() - FINISHED_JOBS_KEPT_MS),
    ),
    defineDaily('forget-damaged-tapes', '00:30', () => forgetOldDamage(deps.tapesDir)),
    // The files' own times are the system's.
    defineDaily('sweep-unfinished-files', '00:30', () => deps.storage.sweep(Date.now() - UNFINISHED_FOR_MS)),
    ...(selling
      ? [
          defineDaily('forget-stripe-events', '03:50', () =>
            selling.store.forgetEvents(clock.now() - STRIPE_EVENTS_KEPT_MS),
          ),
          // At night in Europe and America.
          defineDaily(RECONCILE_JOB, '04:00', (signal) => reconcile(selling, signal)),
        ]
      : []),
  ];
}
