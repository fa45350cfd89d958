import { error, type Finding, ok } from '../../../src/kit/settings/finding.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { AdminDeps } from '../deps.ts';
import type { SettingChanges } from '../schemas/setup.ts';

/**
 * Sends an operator a mail, and says what became of it.
 * @param changes of the mail settings, before they are saved
 * @throws AppError 400 for settings that are wrong
 */
export async function sendTestMail(
  { setup, mail, appName }: Pick<AdminDeps, 'setup' | 'mail' | 'appName'>,
  { email }: SessionUser,
  changes: SettingChanges | undefined,
): Promise<Finding[]> {
  const leaves = changes ? Boolean(changes.SMTP_URL) || mail.delivers : mail.delivers;
  const fault = await setup.sendTrialMail(changes, {
    to: email,
    subject: `A test of the mails of ${appName}`,
    content: `${appName} sends mails: this is one, and you asked for it on the set-up page.`,
  });
  if (fault !== null)
    return [error(`the mail did not leave (${fault})`, 'Test the mail settings, and see the log.')];
  return [ok(leaves ? `a mail is on its way to ${email}` : `a mail to ${email} lies in DATA_DIR/outbox`)];
}
