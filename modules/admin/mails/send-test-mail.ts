import type { SessionUser } from '../../auth/contract/schemas.ts';
import { badRequest } from '../../kit/errors.ts';
import { error, type Finding, ok } from '../../kit/settings/finding.ts';
import type { SetupDataRequest } from '../contract/setup.ts';
import type { AdminDeps } from '../deps.ts';

/** Local addresses, such as the first admin's on a new installation. */
const REACHES_NOBODY = /@localhost$/;

/** @throws AppError 400 if mail would be sent to an address that can't receive any */
export function assertReachable(to: string, leaves: boolean): void {
  if (leaves && REACHES_NOBODY.test(to)) throw badRequest('Enter the address that the test mail goes to.');
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
  const fault = await setup.sendTrialMail(changes, {
    to,
    subject: `A test of the mails of ${appName}`,
    content: `${appName} sends mails: this is one, and an operator asked for it on the set-up page.`,
  });
  if (fault !== null) return [error(`the mail was not sent: ${fault.text}`, fault.cure)];
  return [ok(leaves ? `a mail is on its way to ${to}` : `a mail to ${to} is stored in DATA_DIR/outbox`)];
}
