import { newId } from '../../src/kit/ids.ts';
import { isDeferred, isUnanswered } from '../../src/kit/mail-deferral.ts';
import type { BulkMail, Mailing } from './bulk-mail.ts';
import type { Message } from './mailer.ts';

/** One mail to one person, as it is stored where it has to wait. */
export interface SingleMail extends Omit<Mailing, 'people' | 'audience' | 'deferred'> {
  id?: string;
  person: Mailing['people'][number];
}

/**
 * Sends a mail to one person. Where the mail server says "later" it is retried for a day, as those of a bulk mail
 * are; one whose end the server may have received is not sent again.
 * @throws what the mail server said for good
 */
export async function sendOrPostpone(
  bulk: Pick<BulkMail, 'start'>,
  { id = newId(), person, ...mail }: SingleMail,
  send: (more: Pick<Message, 'id' | 'comesAgain' | 'beforeEnd'>) => Promise<void>,
): Promise<'sent' | 'waiting'> {
  let hasEnded = false;
  const beforeEnd = async () => {
    hasEnded = true;
  };
  try {
    await send({ id, comesAgain: true, beforeEnd });
    return 'sent';
  } catch (fault) {
    if (!isDeferred(fault) || (hasEnded && isUnanswered(fault))) throw fault;
    const deferred = { mailId: id, error: fault instanceof Error ? fault.message : String(fault) };
    await bulk.start({ ...mail, people: [person], audience: 'selected', deferred }, async () => {});
    return 'waiting';
  }
}
