import { composeMail } from './compose-mail.ts';
import { letterTo, personalSubject, type WrittenMail } from './contract/compose.ts';
import { type MailKind, NEWS } from './contract/mail-kinds.ts';
import type { Mailer, Message } from './mailer.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

interface BulkLetter extends WrittenMail {
  kind: MailKind;
}

interface Reader {
  appName: string;
  name: string;
  mailId: string;
  /** base URL of its links */
  origin: string;
}

/** A bulk mail filled in for one person. */
export async function personalMail(
  { kind, subject, content }: BulkLetter,
  { appName, name, mailId, origin }: Reader,
): Promise<Pick<Message, 'subject' | 'text' | 'html' | 'headers'>> {
  const unsubscribeUrl = kind === NEWS ? unsubscribeAddress(origin, mailId) : null;
  const composed = await composeMail({ appName, letter: letterTo(content, name), unsubscribeUrl });
  return { subject: personalSubject(subject, name), ...composed };
}

export interface TestMail extends BulkLetter {
  id: string;
  to: string;
  userId: string | null;
  /** recipient's name */
  name: string;
  /** base URL of its links */
  origin: string;
}

/**
 * Sends a bulk mail to one address, marked as a test.
 * @throws if the mail server rejects it or can't be reached
 */
export async function sendBulkTest(
  { mailer, appName }: { mailer: Mailer; appName: string },
  { id, to, userId, name, origin, ...letter }: TestMail,
): Promise<void> {
  const { subject, ...mail } = await personalMail(letter, { appName, name, mailId: id, origin });
  await mailer.send({
    ...mail,
    id,
    kind: 'test',
    to,
    subject: `[Test] ${subject}`,
    ...(userId && { userId }),
  });
}
