import type { Database } from '../../../db/database.ts';
import type { Auth } from '../../auth/auth.ts';
import type { Log } from '../../kit/log.ts';
import type { Mail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { WorkersStore } from '../store.ts';
import { type HealthReports, MANY_FAILURES } from './worker-health.ts';

interface FailingDeps {
  config: Pick<SiteConfig, 'APP_NAME' | 'PUBLIC_URL'>;
  db: Pick<Database, 'transact'>;
  store: Pick<WorkersStore, 'markFailing' | 'markWorking'>;
  auth: Pick<Auth, 'listAdminEmails'>;
  mail: Pick<Mail, 'queue'>;
  log: Log;
}

/**
 * Mails operators once when a worker keeps failing and once when it works again. The mark and the mails share a
 * transaction.
 */
export function createFailingMails({ config, db, store, auth, mail, log }: FailingDeps): HealthReports {
  const place = `${config.PUBLIC_URL}/admin?view=workers`;

  function mailOnce(mark: () => Promise<boolean>, subject: string, lines: string[]): void {
    const text = lines.join('\n\n');
    db.transact(async () => {
      if (!(await mark())) return;
      for (const to of await auth.listAdminEmails()) await mail.queue({ kind: 'worker', to, subject, text });
    }).catch((error: unknown) => log.warn('operators not mailed about a worker', { error }));
  }

  return {
    failing: (workerId, fault) =>
      mailOnce(() => store.markFailing(workerId), `The worker ${workerId} keeps failing`, [
        `The worker ${workerId} of ${config.APP_NAME} has failed ${MANY_FAILURES} times in a row. Its last words: ${fault}`,
        'It takes no dream for a while after each failure, twice as long each time, up to ten minutes. You get one more mail, once it works again.',
        `See how it fares, or take it out of service: ${place}`,
      ]),
    works: (workerId) =>
      mailOnce(() => store.markWorking(workerId), `The worker ${workerId} works again`, [
        `The worker ${workerId} of ${config.APP_NAME} has drawn a dream again: ${place}`,
      ]),
  };
}
