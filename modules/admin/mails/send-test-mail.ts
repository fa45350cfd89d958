import { badRequest } from '../../kit/errors.ts';
import { error, type Finding, ok } from '../../kit/settings/finding.ts';
import { BASE_LOCALE, inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { SetupDataRequest } from '../contract/setup.ts';
import type { AdminDeps } from '../deps.ts';

/** Local addresses, such as the first admin's on a new installation. */
const REACHES_NOBODY = /@localhost$/;

/** @throws AppError 400 if mail would be sent to an address that can't receive any */
export function assertReachable(to: string, leaves: boolean): void {
  if (leaves && REACHES_NOBODY.test(to)) throw badRequest(m.admin_mails_error_test_address());
}

/**
 * Sends a test mail to the operator, or to an address they enter.
 * @param changes unsaved mail settings; by default, those of the next start
 * @throws AppError 400 for invalid settings, or without an address that can receive mail
 */
export async function sendTestMail(
  { setup, appName }: Pick<AdminDeps, 'setup' | 'appName'>,
  { email }: SessionUser,
  { changes, to = email }: Pick<Extract<SetupDataRequest, { action: 'sendTestMail' }>, 'changes' | 'to'>,
): Promise<Finding[]> {
  const leaves = setup.mailLeaves(changes);
  assertReachable(to, leaves);
  const fault = await inLocale(BASE_LOCALE, () =>
    setup.sendTrialMail(changes, {
      to,
      subject: m.admin_mails_test_mail_subject({ app: appName }),
      content: m.admin_mails_test_mail_text({ app: appName }),
    }),
  );
  if (fault !== null) return [error(m.admin_mails_test_mail_failed({ reason: fault.text }), fault.cure)];
  return [
    ok(
      leaves
        ? m.admin_mails_test_mail_sent({ address: to })
        : m.admin_mails_test_mail_outbox({ address: to }),
    ),
  ];
}
