import { AppError, notFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
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
  if (!found || found.text === null) throw notFound(m.admin_mails_error_no_mail());
  const id = newId();
  await audit({
    action: 'mail',
    userId: found.userId,
    targetId: id,
    detail: inCodes(() => m.admin_mails_audit_mail_again({ subject: found.subject })),
  });
  try {
    await mail.sendAgain(mailId, id);
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : m.admin_forms_unknown_error();
    throw new AppError(502, 'mail', m.admin_mails_error_again_failed({ reason: details }), {
      extra: { details },
    });
  }
}
