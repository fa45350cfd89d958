import { dayText } from '../../kit/shared/dates.ts';
import { REQUEST_KINDS } from '../contract/people/request-kinds.ts';
import type { AdminDeps } from '../deps.ts';

const DAY_MS = 24 * 3600_000;
/** Days before the due date on which operators are mailed. */
const REMINDERS = [7, 1];

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
  const emails = await auth.listAdminEmails();
  const mails = await transact(async () => {
    const ids: string[] = [];
    for (const days of REMINDERS) {
      const due = await store.takeReminders(clock.now(), days * DAY_MS);
      if (due.length === 0) continue;
      const lines = due.map(({ kind, dueAt }) => `- ${REQUEST_KINDS[kind]}, due ${dayText(dueAt)}`);
      const text = [
        'These requests of people about their data have no answer yet:',
        lines.join('\n'),
        'You find them in the admin dashboard, under Requests.',
      ].join('\n\n');
      for (const to of emails)
        ids.push(await mail.queue({ kind: 'requests', to, subject: `${appName}: requests are due`, text }));
    }
    return ids;
  });
  for (const id of mails)
    await mail.deliver(id).catch((error: unknown) => log.warn('mail not sent', { kind: 'requests', error }));
}
