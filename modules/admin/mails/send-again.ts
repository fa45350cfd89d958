import { AppError, notFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

/**
 * Resends a mail to one person, whatever its outcome was.
 * @throws AppError 404 if its text wasn't kept, 502 with the mail server's words in `details`
 */
export async function sendAgain(
  { mail }: { mail: Pick<AdminDeps['mail'], 'findMail' | 'sendAgain'> },
  audit: Audit,
  mailId: string,
): Promise<void> {
  const found = await mail.findMail(mailId);
  if (!found || found.text === null)
    throw notFound('No mail that can be sent again was found at this address.');
  const id = newId();
  await audit({ action: 'mail', userId: found.userId, targetId: id, detail: `“${found.subject}”, again` });
  try {
    await mail.sendAgain(mailId, id);
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : 'Unknown error';
    throw new AppError(502, 'mail', `The mail could not be sent: ${details}`, { extra: { details } });
  }
}
