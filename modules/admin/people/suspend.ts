import { AppError, badRequest, notFound } from '../../../src/kit/errors.ts';
import { momentText } from '../../../src/kit/shared/dates.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { LiftRequest, SuspendRequest } from '../schemas/person.ts';
import { mailPerson } from './mail-person.ts';

type SuspendDeps = Pick<AdminDeps, 'auth' | 'dreams' | 'stream' | 'mail' | 'log' | 'clock' | 'appName'>;

/**
 * Keeps a person out until a moment, or until it is lifted: signed out everywhere, their live dream ended and not
 * counted, their links dead meanwhile.
 * @throws AppError 404, 409 for an admin, 400 for a moment that is over; 502 where it is done and the mail could not be sent
 */
export async function suspend(
  deps: SuspendDeps,
  admin: SessionUser,
  audit: Audit,
  { userId, reason, until: asked }: SuspendRequest,
  origin: string,
): Promise<void> {
  const { auth, dreams, stream, clock, appName } = deps;
  const until = asked ?? null;
  const person = await auth.findUser(userId);
  if (!person) throw notFound('No user');
  if (person.role === 'admin')
    throw new AppError(409, 'admin', `${person.name} is an admin. Take the role away first.`);
  if (until !== null && until <= clock.now()) throw badRequest('until must be a moment to come');
  const end = until === null ? 'until it is lifted' : `until ${momentText(until)}`;
  await audit({ action: 'suspend', userId, targetId: null, detail: `${end}: ${reason}` });
  await auth.suspend(userId, { reason, until });
  const live = await dreams.repository.findActive(userId);
  if (live) await stream.stopLive(live, async () => {});
  const notice = {
    kind: 'suspension',
    userId,
    subject: `Your ${appName} account is suspended`,
    paragraphs: [
      `We have suspended your ${appName} account ${end}. Nobody can sign in to it meanwhile, and its public links are closed. Your dreams are kept.`,
    ],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
}

/** @throws AppError 404, 409 where the account is not suspended, 502 where it is done and the mail could not be sent */
export async function liftSuspension(
  deps: SuspendDeps,
  admin: SessionUser,
  audit: Audit,
  { userId, reason }: LiftRequest,
  origin: string,
): Promise<void> {
  const { auth, appName } = deps;
  if (!(await auth.findUser(userId))) throw notFound('No user');
  if (!(await auth.suspensionOf(userId)))
    throw new AppError(409, 'not-suspended', 'The account is not suspended.');
  await audit({ action: 'lift', userId, targetId: null, detail: reason });
  await auth.liftSuspension(userId);
  const notice = {
    kind: 'suspension',
    userId,
    subject: `Your ${appName} account is open again`,
    paragraphs: [`Your ${appName} account is no longer suspended: ${origin}/auth/signin`],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
}
