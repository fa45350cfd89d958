import { BASE_LOCALE, inLocale } from '../kit/texts/locale.ts';
import type { Mailer } from './mailer.ts';
import type { MailStore } from './store.ts';

/**
 * Sends a stored mail again, as a new mail.
 * @param id of the new mail
 * @returns false if there is no such mail or its text wasn't stored
 * @throws if the mail server rejects it or can't be reached
 */
export async function sendAgain(
  { mailer, store }: { mailer: Mailer; store: MailStore },
  mailId: string,
  id: string,
): Promise<boolean> {
  const mail = await store.find(mailId);
  if (!mail || mail.text === null) return false;
  const { kind, toAddress, subject, text, html, userId, locale } = mail;
  await inLocale(locale ?? BASE_LOCALE, () =>
    mailer.send({
      id,
      kind,
      to: toAddress,
      subject,
      text,
      isKept: true,
      ...(html !== null && { html }),
      ...(userId !== null && { userId }),
    }),
  );
  return true;
}
