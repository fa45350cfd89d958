import { dayText } from '../../kit/shared/dates.ts';
import { inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { REQUEST_KINDS, type RequestKind } from '../contract/people/request-kinds.ts';
import type { AdminDeps } from '../deps.ts';

const DAY_MS = 24 * 3600_000;
/** Days before the due date on which operators are mailed. */
const REMINDERS = [7, 1];

const lineOf = ({ kind, dueAt }: { kind: RequestKind; dueAt: number }) =>
  m.admin_requests_mail_line({ kind: REQUEST_KINDS[kind](), day: dayText(dueAt) });

/** Mails all operators which data requests are due soon, once per request and day in REMINDERS. */
export async function remindRequests({
  auth,
  store,
  mail,
  transact,
  clock,
  log,
  appName,
}: Pick<AdminDeps, 'auth' | 'store' | 'mail' | 'transact' | 'clock' | 'log' | 'appName'>): Promise<void> {
  const operators = await auth.listOperators();
  const mails = await transact(async () => {
    const ids: string[] = [];
    for (const days of REMINDERS) {
      const due = await store.takeReminders(clock.now(), days * DAY_MS);
      if (due.length === 0) continue;
      const letter = () => ({
        subject: m.admin_requests_mail_subject({ app: appName }),
        text: [m.admin_requests_mail_text(), due.map(lineOf).join('\n'), m.admin_requests_mail_where()].join(
          '\n\n',
        ),
      });
      for (const { email: to, language } of operators)
        ids.push(await inLocale(language, () => mail.queue({ kind: 'requests', to, ...letter() })));
    }
    return ids;
  });
  for (const id of mails)
    await mail.deliver(id).catch((error: unknown) => log.warn('mail not sent', { kind: 'requests', error }));
}
