import { newId } from '../kit/ids.ts';
import { composeMail } from './compose-mail.ts';
import type { Mailer, Message } from './mailer.ts';
import { letterOf } from './shared/compose.ts';

/** A mail that an operator wrote: plain text, HTML in the product's frame, or a complete HTML document. */
export interface WrittenMail
  extends Pick<Message, 'id' | 'kind' | 'to' | 'subject' | 'isKept' | 'comesAgain' | 'beforeEnd'> {
  content: string;
  userId: string | null;
}

/**
 * Sends it immediately.
 * @throws if the mail server rejects it or can't be reached
 */
export async function sendWritten(
  { mailer, appName }: { mailer: Mailer; appName: string },
  { id = newId(), subject, content, userId, ...mail }: WrittenMail,
): Promise<void> {
  const letter = letterOf(content);
  await mailer.send({
    ...mail,
    id,
    subject: subject.replace(/[\r\n]+/g, ' '),
    ...(await composeMail({ appName, letter, unsubscribeUrl: null })),
    ...(userId && { userId }),
  });
}
