import type { Auth } from '../auth/auth.ts';
import type { Dreams } from '../dreams/dreams.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../mail/mail.ts';
import type { Kit } from '../module.ts';
import type { App } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { createProfilesPersonalData } from './personal-data.ts';
import { createProfileReports } from './reports.ts';
import { registerProfiles } from './routes.tsx';
import { createProfileStore } from './store.ts';

export type Profiles = ReturnType<typeof createProfiles>;

interface ProfilesPorts {
  auth: Pick<Auth, 'isClosed' | 'listOperators'>;
  dreams: Pick<Dreams, 'collections'>;
  mail: Pick<Mail, 'queue' | 'send'>;
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
}

/** Optional public profiles, each with a feed. */
export function createProfiles(kit: Kit<SiteConfig>, { auth, dreams, mail, jobs }: ProfilesPorts) {
  const { config, clock, db, rateLimits } = kit;
  const store = createProfileStore(db, clock);
  const reports = createProfileReports({
    ...{ config, clock, store, rateLimits, auth, mail, jobs },
    transact: db.transact,
  });
  return {
    register: (app: App) =>
      registerProfiles(app, {
        ...{ store, rateLimits, reports },
        isClosed: auth.isClosed,
        collections: dreams.collections,
      }),
    jobs: [reports.job],
    personalData: createProfilesPersonalData(db),

    /** For operators. */
    find: store.find,
    listReported: store.listReported,
    listTakenDown: store.listTakenDown,
    takeDown: store.takeDown,
    putBack: store.putBack,
    /** Decides all open reports about a profile. Call within a transaction. @returns the number of reports */
    decideReports: reports.decide,
  };
}
