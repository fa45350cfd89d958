import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { momentText } from '../../kit/shared/dates.ts';
import type { LiftRequest, SuspendRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import { stopAfter } from '../dreams/stop-session.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from './notice-text.ts';

type SuspendDeps = Pick<AdminDeps, 'auth' | 'dreams' | 'clock' | 'appName'>;

/**
 * Suspends a user until a given time or until lifted: signs them out everywhere, ends their live dream without counting
 * it, and disables their links meanwhile.
 * @throws AppError 404; 409 for an admin; 400 for a past time; 502 if it succeeded but the mail was refused
 */
export async function suspend(
  { auth, dreams, clock, appName }: SuspendDeps,
  { decide }: Pick<Operator, 'decide'>,
  { userId, reason, until: asked }: SuspendRequest,
): Promise<void> {
  const until = asked ?? null;
  if (until !== null && until <= clock.now()) throw badRequest('until must be a moment to come');
  const end = until === null ? 'until it is lifted' : `until ${momentText(until)}`;
  const done = `We have suspended your ${appName} account ${end}. Nobody can sign in to it meanwhile, and its public links are closed. Your dreams are kept.`;
  let closeSockets = () => {};
  await decide(
    async () => {
      const person = await auth.findUser(userId);
      if (!person) throw notFound('No user was found at this address.');
      if (person.role === 'admin')
        throw new AppError(409, 'admin', `${person.name} is an admin. Take the role away first.`);
      closeSockets = await auth.suspend(userId, { reason, until });
      const live = await dreams.repository.findActive(userId);
      return {
        act: { action: 'suspend', userId, targetId: null, detail: `${end}: ${reason}` },
        mail: {
          kind: 'suspension',
          subject: `Your ${appName} account is suspended`,
          text: noticeText([done], reason),
        },
        ...(live && { job: stopAfter(live.id) }),
      };
    },
    () => closeSockets(),
  );
}

/** @throws AppError 404, 409 if the account isn't suspended, 502 if it succeeded but the mail was refused */
export async function liftSuspension(
  { auth, appName }: SuspendDeps,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { userId, reason }: LiftRequest,
): Promise<void> {
  await decide(async () => {
    if (!(await auth.findUser(userId))) throw notFound('No user was found at this address.');
    if (!(await auth.suspensionOf(userId)))
      throw new AppError(409, 'not-suspended', 'The account is not suspended.');
    await auth.liftSuspension(userId);
    return {
      act: { action: 'lift', userId, targetId: null, detail: reason },
      mail: {
        kind: 'suspension',
        subject: `Your ${appName} account is open again`,
        text: noticeText([`Your ${appName} account is no longer suspended: ${origin}/auth/signin`], reason),
      },
    };
  });
}
