import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Kit } from '../module.ts';
import type { App } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { createBulkMail } from './bulk-mail.ts';
import { createBulkStore } from './bulk-store.ts';
import { composeMail } from './compose-mail.ts';
import { letterOf } from './contract/compose.ts';
import type { MailConfig } from './contract/settings.ts';
import { createMailer } from './mailer.ts';
import { createOutbox } from './outbox.ts';
import { createMailPersonalData } from './personal-data.ts';
import { sendBulkTest, type TestMail } from './personal-mail.ts';
import { createMailQueue } from './queued-mail.ts';
import { moveMailAddress, respellMail } from './respell.ts';
import { registerMail } from './routes.tsx';
import { sendAgain } from './send-again.ts';
import { defineBulkMailJob } from './send-bulk.ts';
import { createMailStore } from './store.ts';
import type { MailAccounts } from './unsubscribe.ts';

export { diagnoseMail } from './diagnose-mail.ts';
export type { MailFault } from './mail-fault.ts';
export { createMailLedger } from './opt-out-queries.ts';
export type { QueuedMail } from './queued-mail.ts';
export { sendTrialMail, type TrialMail } from './send-trial.ts';

const DAY_MS = 24 * 3600_000;
/** Days for which the log keeps an address without an account here, such as a reporter's. */
const STRANGE_DAYS = 90;

export type Mail = ReturnType<typeof createMail>;

export interface MailPorts {
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  accounts(): MailAccounts;
}

export function createMail(
  { config, db, clock, log, traceOf }: Kit<MailConfig & SiteConfig & { DATA_DIR: string }>,
  { jobs, accounts }: MailPorts,
) {
  const appName = config.APP_NAME;
  const mails = createMailStore(db, clock);
  const outbox = createOutbox(config.DATA_DIR);
  const mailer = createMailer({ config, store: mails, log });
  const store = createBulkStore(db, clock, traceOf);
  const bulk = createBulkMail({ store, jobs, clock });
  const queue = createMailQueue({ store: mails, jobs, mailer, clock });
  return {
    send: mailer.send,
    /** text and HTML of a mail that an operator wrote as plain text, HTML or a complete HTML document */
    compose: (content: string) => composeMail({ appName, letter: letterOf(content), unsubscribeUrl: null }),
    queue: queue.queue,
    deliver: queue.deliver,
    findMail: mails.find,
    sendAgain: (mailId: string, id: string) => sendAgain({ mailer, store: mails }, mailId, id),
    /** false: mails are written to the outbox and not delivered */
    delivers: config.SMTP_URL !== undefined,
    bulk,
    sendBulkTest: (test: TestMail) => sendBulkTest({ mailer, appName }, test),
    register: (app: App) => registerMail(app, { bulk: store, accounts }),
    jobs: [defineBulkMailJob({ bulk: store, clock, mailer, appName, accounts }), queue.job],
    schedules: [
      defineDaily('forget-outbox', '00:25', () => outbox.forget(clock.now() - config.OUTBOX_DAYS * DAY_MS)),
      defineDaily('forget-mails', '00:25', () => {
        const daysAgo = (days: number) => clock.now() - days * DAY_MS;
        const own = config.MAIL_LOG_DAYS;
        return mails.dropOld({ own: daysAgo(own), strange: daysAgo(Math.min(own, STRANGE_DAYS)) });
      }),
    ],
    personalData: createMailPersonalData(
      db,
      (userId) => accounts().addressesOf(userId),
      store.findOptOut,
      outbox,
    ),
    setOptOut: store.setOptOut,
    codeOptOuts: store.codeOptOuts,
    moveAddress: (userId: string, from: string, to: string) => moveMailAddress(db, userId, from, to),
    respell: (address: string, spelled: string) => respellMail(db, address, spelled),
    close: mailer.close,
  };
}
