import type { Mailer } from './mailer.ts';
import type { MailStore } from './store.ts';

/**
 * Sends a kept mail once more, as a mail of its own.
 * @param id of the mail that it becomes
 * @returns false where there is no such mail, or its text was not kept
 * @throws when the mail server refuses it or can't be reached
 */
export async function sendAgain(
  { mailer, store }: { mailer: Mailer; store: MailStore },
  mailId: string,
  id: string,
): Promise<boolean> {
  const mail = await store.find(mailId);
  if (!mail || mail.text === null) return false;
  const { kind, toAddress, subject, text, html, userId } = mail;
  await mailer.send({
    id,
    kind,
    to: toAddress,
    subject,
    text,
    isKept: true,
    ...(html !== null && { html }),
    ...(userId !== null && { userId }),
  });
  return true;
}
