import type { SessionUser } from '../../auth/schemas.ts';
import { AppError } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { WrittenMail } from '../../mail/mail.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';
import type { SendEmailRequest } from '../schemas/mail.ts';

/**
 * Sends one mail. A whole document keeps its own frame, a part of one gets the product's. To who has an account it is
 * retried where the mail server says "later".
 * @throws AppError 502 with the mail server's words in `details`
 */
export async function sendEmail(
  {
    store,
    mail,
  }: Pick<AdminDeps, 'store'> & {
    mail: Pick<AdminDeps['mail'], 'sendWritten' | 'sendOrPostpone'>;
  },
  admin: Pick<SessionUser, 'id'>,
  audit: Audit,
  { to, subject, html }: SendEmailRequest,
  origin: string,
): Promise<'sent' | 'waiting'> {
  const id = newId();
  const userId = await store.findUserByEmail(to);
  // Before the mail goes out: what becomes of it is written to the mail log, under the same id.
  await audit({ action: 'mail', userId, targetId: id, detail: `“${subject}”` });
  const letter = { kind: 'admin', subject, content: html };
  const send = (more: Partial<WrittenMail> = {}) =>
    mail.sendWritten({ id, ...letter, to, userId, isKept: true, ...more });
  try {
    if (userId !== null) {
      const person = { id: userId, email: to, name: '' };
      return await mail.sendOrPostpone({ id, ...letter, origin, person, createdBy: admin.id }, send);
    }
    await send();
    return 'sent';
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : 'Unknown error';
    throw new AppError(502, 'mail', 'Failed to send email', { extra: { details } });
  }
}
