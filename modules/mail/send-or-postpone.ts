import { newId } from '../kit/ids.ts';
import { isDeferred, isUnanswered } from '../kit/mail-deferral.ts';
import type { BulkMail, Mailing } from './bulk-mail.ts';
import type { Message } from './mailer.ts';

/** One mail to one person, in the form stored if it has to wait. */
export interface SingleMail extends Omit<Mailing, 'people' | 'audience' | 'deferred'> {
  id?: string;
  person: Mailing['people'][number];
}

/**
 * Sends a mail to one person. If the mail server says "later", the mail is retried for a day like a bulk mail; if the
 * server may have received its end, it isn't sent again.
 * @throws if the mail server rejected it permanently
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
