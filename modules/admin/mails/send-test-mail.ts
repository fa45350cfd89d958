import { error, type Finding, ok } from '../../../src/kit/settings/finding.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { AdminDeps } from '../deps.ts';

/** Sends an operator a mail as people get them, and says what became of it. */
export async function sendTestMail(
  { mail, appName }: Pick<AdminDeps, 'mail' | 'appName'>,
  { id, email }: SessionUser,
  origin: string,
): Promise<Finding[]> {
  try {
    await mail.sendWritten({
      kind: 'admin',
      to: email,
      subject: `A test of the mails of ${appName}`,
      content: `${appName} sends mails: this is one, and you asked for it on the set-up page.`,
      userId: id,
      origin,
    });
  } catch (fault) {
    const cause = fault instanceof Error ? fault.message : String(fault);
    return [error(`the mail did not leave (${cause})`, 'Test the mail settings, and see the log.')];
  }
  return [
    ok(mail.delivers ? `a mail is on its way to ${email}` : `a mail to ${email} lies in DATA_DIR/outbox`),
  ];
}
