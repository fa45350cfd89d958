import { AppError } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { TestLetter } from '../contract/mails.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { assertReachable } from './send-test-mail.ts';

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
  try {
    await mail.sendBulkTest({ id, kind, subject, content, to, userId, name: person.name, origin });
  } catch (error) {
    const details = error instanceof Error && error.message ? error.message : m.admin_forms_unknown_error();
    throw new AppError(502, 'mail', m.admin_mails_error_test_failed({ reason: details }), {
      extra: { details },
    });
  }
  return { to };
}
