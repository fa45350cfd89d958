import { AppError, notFound } from '../../kit/errors.ts';
import type { CorrectRequest, EraseRequest, ExportRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from './notice-text.ts';

/** The download must follow its reason within this time. */
const EXPORT_MS = 10 * 60_000;

/** Logs why an operator downloads all data about a user, and allows it for a few minutes. */
export async function noteExport(
  { auth }: Pick<AdminDeps, 'auth'>,
  { audit }: Pick<Operator, 'audit'>,
  { userId, reason }: ExportRequest,
): Promise<{ url: string }> {
  if (!(await auth.findUser(userId))) throw notFound('No user was found at this address.');
  await audit({ action: 'export-person', userId, targetId: userId, detail: reason });
  return { url: `/api/admin/person-export/${encodeURIComponent(userId)}` };
}

/** @throws AppError 404, 409 without a recent reason */
export async function openExport(
  { auth, account, store, clock }: Pick<AdminDeps, 'auth' | 'account' | 'store' | 'clock'>,
  { person }: Pick<Operator, 'person'>,
  userId: string,
): Promise<ReadableStream<Uint8Array>> {
  if (!(await auth.findUser(userId))) throw notFound('No user was found at this address.');
  if (!(await store.hasDone('export-person', person.id, userId, clock.now() - EXPORT_MS)))
    throw new AppError(409, 'no-reason', 'Please give a reason first, on the person’s page.');
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
    const what = changed.join(' and ');
    return {
      act: { action: 'correct', userId, targetId: null, detail: `${what}: ${reason}` },
      mail: {
        kind: 'correction',
        subject: `The ${what} of your ${appName} account`,
        text: noticeText([`We have corrected the ${what} of your ${appName} account.`], reason),
      },
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
  if (!user) throw notFound('No user was found at this address.');
  if (confirmation.trim().toLowerCase() !== user.email.toLowerCase())
    throw new AppError(400, 'confirmation', `Type ${user.email} to confirm.`);
  await account.eraseAtOnce(userId, reason, () =>
    audit({ action: 'erase', userId, targetId: null, detail: null }),
  );
}
