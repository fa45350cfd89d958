import type { User } from '../auth/auth.ts';
import { inCodes } from '../kit/texts/in-codes.ts';
import { m } from '../kit/texts/m.ts';
import { scheduleErasure } from './close-account.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Merges two accounts that share a mailbox, within a transaction. The surviving account gets everything that the other
 * one has, including dreams and days, the better of both plans, and the longer suspension; the other one is erased like
 * an account closed by its owner. If only one of the two is closed, it keeps its data until its erasure and only the
 * mailbox moves to the open one.
 * @param mailbox the identity that both accounts share
 */
export async function mergeAccounts(
  deps: AccountDeps,
  both: readonly [User, User],
  mailbox: { issuer: string; subject: string },
): Promise<void> {
  const { auth, clock, jobs, log, security } = deps;
  const [to, from] = await ranked(deps, both);
  if (to.erasureAt === null && from.erasureAt !== null) {
    // Runs before the mailbox moves, so that the suspension covers every account that uses it.
    await auth.keepSuspension(from.id);
    await auth.deleteIdentity(mailbox.issuer, mailbox.subject);
    await auth.addIdentity({ ...mailbox, userId: to.id, email: mailbox.subject });
    return;
  }
  await moveRights(deps, from, to);
  await moveSuspension(deps, from, to);
  for (const part of deps.personalData()) await part.moveTo?.(from.id, to.id);
  await auth.keepSuspension(to.id);
  const erasureAt = clock.now();
  await auth.setErasure(from.id, erasureAt);
  await scheduleErasure(jobs, from.id, erasureAt);
  log.warn('accounts of one mailbox merged', { from: from.id, to: to.id });
  const day = new Date(from.createdAt).toISOString().slice(0, 10);
  const detail = inCodes(() => m.account_log_merged({ day }));
  await security.note({ kind: 'account', userId: to.id, detail });
}

/** Puts the surviving account first. An open account wins, then an admin's, then a paid one, then the older. */
async function ranked({ billing }: AccountDeps, both: readonly [User, User]): Promise<[User, User]> {
  const judged: { user: User; marks: number[] }[] = [];
  for (const user of both)
    judged.push({
      user,
      marks: [
        user.erasureAt === null,
        user.role === 'admin',
        await billing.knownToRenew(user.id),
        await billing.hasCustomer(user.id),
      ].map(Number),
    });
  const [first, second] = judged.toSorted((a, b) => {
    const at = a.marks.findIndex((mark, index) => mark !== b.marks[index]);
    return at < 0 ? a.user.createdAt - b.user.createdAt : (b.marks[at] ?? 0) - (a.marks[at] ?? 0);
  });
  return first && second ? [first.user, second.user] : [...both];
}

/** Moves a plan that an operator gave to the merged account, if it is better. */
async function moveRights({ auth, billing }: AccountDeps, from: User, to: User): Promise<void> {
  const given = await auth.lastGiven(from.id);
  const own = await auth.lastGiven(to.id);
  if (!given) return;
  const { until, ...right } = given;
  const best = billing.bestOf([...(own ? [own] : []), right]);
  if (best !== right || right.role === 'user') return;
  await auth.changeAccount(to, billing.bestOf([{ role: to.role, tier: to.subscriptionTier }, right]), {
    source: 'admin',
    actorId: null,
    reason: 'given to another account of the same mailbox',
    ...(until !== undefined && { until }),
  });
}

async function moveSuspension({ auth }: AccountDeps, from: User, to: User): Promise<void> {
  const other = await auth.suspensionOf(from.id);
  const own = await auth.suspensionOf(to.id);
  if (!other) return;
  const end = (until: number | null) => until ?? Number.POSITIVE_INFINITY;
  const isLonger = own === null || end(other.until) > end(own.until);
  // Runs at start-up or at night, so no socket needs to be closed.
  if (to.role !== 'admin' && isLonger) await auth.suspend(to.id, other);
  await auth.liftSuspension(from.id);
}
