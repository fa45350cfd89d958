import { AppError } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { SendEmailRequest } from '../contract/mail.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit } from '../operator.ts';

type SendDeps = Pick<AdminDeps, 'store' | 'transact'> & {
  mail: Pick<AdminDeps['mail'], 'compose' | 'queue' | 'deliver'>;
};

/**
 * Sends one mail. A complete HTML document keeps its own frame, anything else gets the product's.
 * @returns `waiting` if the mail server said "later": it is retried for a day
 * @throws AppError 502 with the mail server's words in `details`
 */
export async function sendEmail(
  { store, mail, transact }: SendDeps,
  audit: Audit,
  { to, subject, html }: SendEmailRequest,
): Promise<'sent' | 'waiting'> {
  const userId = await store.findUserByEmail(to);
  const written = await mail.compose(html);
  const mailId = await transact(async () => {
    const id = await mail.queue({
      kind: 'admin',
      to,
      subject: subject.replace(/[\r\n]+/g, ' '),
      ...written,
      ...(userId !== null && { userId }),
    });
    await audit({
      action: 'mail',
      userId,
      targetId: id,
      detail: inCodes(() => m.admin_mails_audit_mail({ subject })),
    });
    return id;
  });
  try {
    return await mail.deliver(mailId);
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : m.admin_forms_unknown_error();
    throw new AppError(502, 'mail', m.admin_mails_error_send_failed(), { extra: { details } });
  }
}
