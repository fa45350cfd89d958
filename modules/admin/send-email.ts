import { AppError } from '../../src/kit/errors.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Audit } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import type { SendEmailRequest } from './schemas.ts';

/**
 * Sends one mail now. A whole document keeps its own frame, a part of one gets the product's.
 * @throws AppError 502 with the mail server's words in `details`
 */
export async function sendEmail(
  { store, mail }: Pick<AdminDeps, 'store'> & { mail: Pick<AdminDeps['mail'], 'sendWritten'> },
  audit: Audit,
  { to, subject, html }: SendEmailRequest,
  origin: string,
): Promise<void> {
  const id = newId();
  const userId = await store.findUserByEmail(to);
  // Before the mail goes out: what becomes of it is written to the mail log, under the same id.
  await audit({ action: 'mail', userId, targetId: id, detail: `“${subject}”` });
  try {
    await mail.sendWritten({ id, kind: 'admin', to, subject, content: html, userId, origin });
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : 'Unknown error';
    throw new AppError(502, 'mail', 'Failed to send email', { extra: { details } });
  }
}
