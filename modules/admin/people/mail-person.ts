import { AppError } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { AdminDeps } from '../deps.ts';

/** A mail about what an operator did, to whom it was done. */
export interface Notice {
  kind: string;
  userId: string;
  subject: string;
  /** what was done */
  paragraphs: string[];
  /** as the operator gave it */
  reason: string;
}

/**
 * Mails a person what was done and why; one who is not there any more is left alone.
 * @throws AppError 502 where it is done and the mail could not be sent
 */
export async function mailPerson(
  { auth, mail, log }: Pick<AdminDeps, 'auth' | 'mail' | 'log'>,
  admin: Pick<SessionUser, 'id'>,
  { kind, userId, subject, paragraphs, reason }: Notice,
  origin: string,
): Promise<void> {
  const person = await auth.findUser(userId);
  if (!person) return;
  const text = [
    ...paragraphs,
    `Reason: ${reason}`,
    'If you think that this is wrong, answer this mail or write to us.',
  ].join('\n\n');
  try {
    await mail.sendOrPostpone({ kind, subject, content: text, person, createdBy: admin.id, origin }, (more) =>
      mail.send({ ...more, kind, to: person.email, userId, subject, text, isKept: true }),
    );
  } catch (error) {
    log.warn('mail not sent', { kind, error });
    throw new AppError(502, 'mail', 'It is done, but the mail about it could not be sent.');
  }
}
