import { composeMail } from './compose-mail.ts';
import type { Mailer, Message } from './mailer.ts';
import { letterTo, personalSubject } from './shared/compose.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

/** A mail to many as it was written. */
interface BulkLetter {
  kind: string;
  subject: string;
  content: string;
}

interface Reader {
  appName: string;
  name: string;
  mailId: string;
  /** of the links in it */
  origin: string;
}

/** Kind of news, which go to people who asked for them, with a way to unsubscribe. */
export const NEWS = 'marketing';

/** A mail to many, as one person gets it. */
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
  /** recipient's address */
  name: string;
  /** of the links in it */
  origin: string;
}

/** Sends a mail to many to one address first, marked as a test. @throws when the mail server refuses it or can't be reached */
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
