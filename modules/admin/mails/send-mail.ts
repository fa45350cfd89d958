import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { error, type Finding, ok } from '../../kit/settings/finding.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { BASE_LOCALE, inLocale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { SendEmailRequest } from '../contract/mail.ts';
import type { TestLetter } from '../contract/mails.ts';
import type { SetupDataRequest } from '../contract/setup.ts';
import type { AdminDeps } from '../deps.ts';
import type { Audit, Operator } from '../operator.ts';

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
  return await mail.deliver(mailId).catch(failedWith(m.admin_mails_error_send_failed));
}

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
  await mail.sendAgain(mailId, id).catch(failedWith(m.admin_mails_error_again_failed));
}

/**
 * Sends a bulk mail to the operator, or to an address they enter, before anyone else gets it.
 * @throws AppError 400 without an address that can receive mail, 502 with the mail server's words
 */
export async function sendBulkTest(
  { store, mail, rateLimits }: Pick<AdminDeps, 'store' | 'mail' | 'rateLimits'>,
  { person, audit, origin }: Pick<Operator, 'person' | 'audit' | 'origin'>,
  { kind, subject, content, to = person.email }: TestLetter,
): Promise<{ to: string }> {
  assertReachable(to, mail.delivers);
  await rateLimits.take('setup', person.id);
  const id = newId();
  const userId = await store.findUserByEmail(to);
  await audit({
    action: 'mail',
    userId,
    targetId: id,
    detail: inCodes(() => m.admin_mails_audit_mail_test({ subject })),
  });
  await mail
    .sendBulkTest({ id, kind, subject, content, to, userId, name: person.name, origin })
    .catch(failedWith(m.admin_mails_error_test_failed));
  return { to };
}

/** Passes the mail server's words on in `details`. */
const failedWith =
  (text: (slots: { reason: string }) => string) =>
  (error: unknown): never => {
    const details = error instanceof Error && error.message ? error.message : m.admin_forms_unknown_error();
    throw new AppError(502, 'mail', text({ reason: details }), { extra: { details } });
  };

/** Local addresses, such as the first admin's on a new installation. */
const REACHES_NOBODY = /@localhost$/;

/** @throws AppError 400 if mail would be sent to an address that can't receive any */
function assertReachable(to: string, leaves: boolean): void {
  if (leaves && REACHES_NOBODY.test(to)) throw badRequest(m.admin_mails_error_test_address());
}

/**
 * Sends a test mail to the operator, or to an address they enter.
 * @param changes unsaved mail settings; by default, those of the next start
 * @throws AppError 400 for invalid settings, or without an address that can receive mail
 */
export async function sendTestMail(
  { setup, appName }: Pick<AdminDeps, 'setup' | 'appName'>,
  { email }: SessionUser,
  { changes, to = email }: Pick<Extract<SetupDataRequest, { action: 'sendTestMail' }>, 'changes' | 'to'>,
): Promise<Finding[]> {
  const leaves = setup.mailLeaves(changes);
  assertReachable(to, leaves);
  const fault = await inLocale(BASE_LOCALE, () =>
    setup.sendTrialMail(changes, {
      to,
      subject: m.admin_mails_test_mail_subject({ app: appName }),
      content: m.admin_mails_test_mail_text({ app: appName }),
    }),
  );
  if (fault !== null) return [error(m.admin_mails_test_mail_failed({ reason: fault.text }), fault.cure)];
  return [
    ok(
      leaves
        ? m.admin_mails_test_mail_sent({ address: to })
        : m.admin_mails_test_mail_outbox({ address: to }),
    ),
  ];
}
