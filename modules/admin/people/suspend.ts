import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { LiftRequest, SuspendRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import { stopAfter } from '../dreams/stop-session.ts';
import type { Operator } from '../operator.ts';
import { notice } from './notice.ts';

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
  if (until !== null && until <= clock.now()) throw badRequest(m.admin_people_error_end_past());
  let closeSockets = () => {};
  await decide(
    async () => {
      const person = await auth.findUser(userId);
      if (!person) throw notFound(m.admin_people_error_no_user());
      if (person.role === 'admin')
        throw new AppError(409, 'admin', m.admin_people_error_suspend_admin({ name: person.name }));
      closeSockets = await auth.suspend(userId, { reason, until });
      const live = await dreams.repository.findActive(userId);
      const detail = inCodes(() =>
        until === null
          ? m.admin_people_suspend_audit({ reason })
          : m.admin_people_suspend_audit_until({ reason, until: momentText(until) }),
      );
      const done = () =>
        until === null
          ? m.admin_people_suspend_mail_text({ app: appName })
          : m.admin_people_suspend_mail_text_until({ app: appName, until: momentText(until) });
      return {
        act: { action: 'suspend', userId, targetId: null, detail },
        mail: notice('suspension', reason, () => [
          m.admin_people_suspend_mail_subject({ app: appName }),
          done(),
        ]),
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
    if (!(await auth.findUser(userId))) throw notFound(m.admin_people_error_no_user());
    if (!(await auth.suspensionOf(userId)))
      throw new AppError(409, 'not-suspended', m.admin_people_error_not_suspended());
    await auth.liftSuspension(userId);
    return {
      act: { action: 'lift', userId, targetId: null, detail: reason },
      mail: notice('suspension', reason, () => [
        m.admin_people_lift_mail_subject({ app: appName }),
        m.admin_people_lift_mail_text({ app: appName }),
        `${origin}/auth/signin`,
      ]),
    };
  });
}
