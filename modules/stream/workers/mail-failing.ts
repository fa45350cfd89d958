import type { Database } from '../../../db/database.ts';
import type { Auth } from '../../auth/auth.ts';
import type { Log } from '../../kit/log.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import type { Mail, QueuedMail } from '../../mail/mail.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { WorkersStore } from '../store.ts';
import { type HealthReports, MANY_FAILURES } from './worker-health.ts';

interface FailingDeps {
  config: Pick<SiteConfig, 'APP_NAME' | 'PUBLIC_URL'>;
  db: Pick<Database, 'transact'>;
  store: Pick<WorkersStore, 'markFailing' | 'markWorking'>;
  auth: Pick<Auth, 'listOperators'>;
  mail: Pick<Mail, 'queue'>;
  log: Log;
}

/**
 * Mails operators once when a worker keeps failing and once when it works again. The mark and the mails share a
 * transaction.
 */
export function createFailingMails({ config, db, store, auth, mail, log }: FailingDeps): HealthReports {
  const { APP_NAME: app, PUBLIC_URL: url } = config;
  const place = `${url}/admin?view=workers`;

  function mailOnce(mark: () => Promise<boolean>, compose: () => Pick<QueuedMail, 'subject' | 'text'>): void {
    db.transact(async () => {
      if (!(await mark())) return;
      for (const { email: to, language } of await auth.listOperators()) {
        await inLocale(language, () => mail.queue({ kind: 'worker', to, ...compose() }));
      }
    }).catch((error: unknown) => log.warn('operators not mailed about a worker', { error }));
  }

  return {
    failing: (workerId, fault) =>
      mailOnce(
        () => store.markFailing(workerId),
        () => ({
          subject: m.stream_failing_mail_subject({ worker: workerId }),
          text: [
            m.stream_failing_mail_what({
              worker: workerId,
              app,
              count: MANY_FAILURES,
              fault: shownText(fault),
            }),
            m.stream_failing_mail_pause(),
            m.stream_failing_mail_link(),
            place,
          ].join('\n\n'),
        }),
      ),
    works: (workerId) =>
      mailOnce(
        () => store.markWorking(workerId),
        () => ({
          subject: m.stream_works_mail_subject({ worker: workerId }),
          text: [m.stream_works_mail_what({ worker: workerId, app }), place].join('\n\n'),
        }),
      ),
  };
}
