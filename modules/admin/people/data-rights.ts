import { AppError, notFound } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { CorrectRequest, EraseRequest, ExportRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from './notice.ts';

/** The download must follow its reason within this time. */
const EXPORT_MS = 10 * 60_000;

/** Logs why an operator downloads all data about a user, and allows it for a few minutes. */
export async function noteExport(
  { auth }: Pick<AdminDeps, 'auth'>,
  { audit }: Pick<Operator, 'audit'>,
  { userId, reason }: ExportRequest,
): Promise<{ url: string }> {
  if (!(await auth.findUser(userId))) throw notFound(m.admin_people_error_no_user());
  await audit({ action: 'export-person', userId, targetId: userId, detail: reason });
  return { url: `/api/admin/person-export/${encodeURIComponent(userId)}` };
}

/** @throws AppError 404, 409 without a recent reason */
export async function openExport(
  { auth, account, store, clock }: Pick<AdminDeps, 'auth' | 'account' | 'store' | 'clock'>,
  { person }: Pick<Operator, 'person'>,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  if (!(await auth.findUser(userId))) throw notFound(m.admin_people_error_no_user());
  if (!(await store.hasDone('export-person', person.id, userId, clock.now() - EXPORT_MS)))
    throw new AppError(409, 'no-reason', m.admin_people_error_export_reason());
  return account.exportOf(userId);
}

/**
 * Changes an account's name or address for a user who can't. The old address is mailed a link to undo it.
 * @throws AppError 404, 409 if another account has the address
 */
export async function correctPerson(
  { auth, appName }: Pick<AdminDeps, 'auth' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { userId, name, email, reason }: CorrectRequest,
): Promise<void> {
  await decide(async () => {
    const changed = await auth.correct(userId, { name, email }, origin);
    if (changed.length === 0) return null;
    const what = changed.length > 1 ? 'other' : changed[0] === 'name' ? 'name' : 'address';
    return {
      act: {
        action: 'correct',
        userId,
        targetId: null,
        detail: inCodes(() => m.admin_people_correct_audit({ what, reason })),
      },
      mail: notice('correction', reason, () => [
        m.admin_people_correct_mail_subject({ what, app: appName }),
        m.admin_people_correct_mail_text({ what, app: appName }),
      ]),
    };
  });
}

/**
 * Erases an account without a grace period, for example for a child or by court order.
 * @throws AppError 400 without the user's address, 404, 409 for an admin
 */
export async function erasePerson(
  { auth, account }: Pick<AdminDeps, 'auth' | 'account'>,
  { audit }: Pick<Operator, 'audit'>,
  { userId, confirmation, reason }: EraseRequest,
): Promise<void> {
  const user = await auth.findUser(userId);
  if (!user) throw notFound(m.admin_people_error_no_user());
  if (confirmation.trim().toLowerCase() !== user.email.toLowerCase())
    throw new AppError(400, 'confirmation', m.admin_people_error_confirm({ email: user.email }));
  await account.eraseAtOnce(userId, reason, () =>
    audit({ action: 'erase', userId, targetId: null, detail: null }),
  );
}
