import { AppError } from '../../src/kit/errors.ts';
import { newId } from '../../src/kit/ids.ts';
import { mailHtml, plainTextOf } from '../mail/compose-mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/send-bulk.ts';
import type { Audit } from './audit.ts';
import type { SendEmailRequest } from './schemas.ts';
import type { AdminStore } from './store.ts';

export interface SendDeps {
  store: AdminStore;
  mailer: Mailer;
  appName: string;
}

/**
 * Sends one mail now. A whole document keeps its own frame, a part of one gets the product's.
 * @throws AppError 502 with the mail server's words in `details`
 */
export async function sendEmail(
  { store, mailer, appName }: SendDeps,
  audit: Audit,
  { to, subject, html }: SendEmailRequest,
  origin: string,
): Promise<void> {
  const id = newId();
  const unsubscribeUrl = unsubscribeAddress(origin, id);
  const userId = await store.findUserByEmail(to);
  // Before the mail goes out: what becomes of it is written to the mail log, under the same id.
  await audit({ action: 'mail', userId, targetId: id, detail: `“${subject}”` });
  try {
    await mailer.send({
      id,
      kind: 'admin',
      to,
      subject: subject.replace(/[\r\n]+/g, ' '),
      text: `${plainTextOf(html)}\n\nUnsubscribe: ${unsubscribeUrl}`,
      html: mailHtml({ appName, content: html, unsubscribeUrl }),
      ...(userId && { userId }),
      headers: unsubscribeHeaders(unsubscribeUrl),
    });
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : 'Unknown error';
    throw new AppError(502, 'mail', 'Failed to send email', { extra: { details } });
  }
}
