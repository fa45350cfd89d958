import { givesPlan, SUBSCRIPTION_STATUSES } from '../../billing/contract/plan-terms.ts';
import { PLANS } from '../../billing/contract/plans.ts';
import { badRequest } from '../../kit/errors.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { GivePlanRequest, TakePlanRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from './notice.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Gives a user a plan, permanently or until the end of a day, replacing any earlier gift.
 * @throws AppError 404; 409 for an admin; 400 for a past day; 502 if it succeeded but the mail was refused
 */
export async function givePlan(
  { auth, billing, clock, appName }: Pick<AdminDeps, 'auth' | 'billing' | 'clock' | 'appName'>,
  { person, decide, origin }: Pick<Operator, 'person' | 'decide' | 'origin'>,
  { userId, tier, until: asked, reason }: GivePlanRequest,
): Promise<void> {
  // Plans end on UTC days, and the named day is included.
  const until = asked === undefined ? null : (Math.floor(asked / DAY_MS) + 1) * DAY_MS;
  if (until !== null && until <= clock.now()) throw badRequest(m.admin_people_error_day_past());
  await decide(async () => {
    await auth.givePlan({ userId, tier, until, actorId: person.id, reason });
    const job = billing.syncAfter(userId);
    const slots = { plan: PLANS[tier].name, app: appName, reason };
    const ending = () => ({ ...slots, day: dayText((until ?? 0) - 1) });
    const detail = inCodes(() =>
      until === null ? m.admin_people_give_plan_audit(slots) : m.admin_people_give_plan_audit_until(ending()),
    );
    const done = () =>
      until === null
        ? m.admin_people_give_plan_mail_text(slots)
        : m.admin_people_give_plan_mail_text_until(ending());
    return {
      ...(job && { job }),
      act: { action: 'give-plan', userId, targetId: null, detail },
      mail: notice('given-plan', reason, () => [
        m.admin_people_give_plan_mail_subject(slots),
        done(),
        `${origin}/stream`,
      ]),
    };
  });
}

/**
 * Takes a given plan away; a paid one stays.
 * @throws AppError 404, 409 if none was given, 502 if it succeeded but the mail was refused
 */
export async function takePlan(
  { auth, billing, store, appName }: Pick<AdminDeps, 'auth' | 'billing' | 'store' | 'appName'>,
  { person, decide }: Pick<Operator, 'person' | 'decide'>,
  { userId, reason }: TakePlanRequest,
): Promise<void> {
  await decide(async () => {
    const { subscription } = await store.paymentsOf(userId);
    const pays = SUBSCRIPTION_STATUSES.some((one) => one === subscription?.status && givesPlan(one));
    const paid = pays ? (subscription?.tier ?? null) : null;
    const left = paid
      ? ({ role: 'subscribed', tier: paid } as const)
      : ({ role: 'user', tier: null } as const);
    await auth.takePlan({ userId, left, actorId: person.id, reason });
    const job = billing.syncAfter(userId);
    const done = () =>
      paid
        ? m.admin_people_take_plan_mail_text_paid({ app: appName, plan: PLANS[paid].name })
        : m.admin_people_take_plan_mail_text({ app: appName });
    return {
      ...(job && { job }),
      act: { action: 'take-plan', userId, targetId: null, detail: reason },
      mail: notice('taken-plan', reason, () => [m.admin_people_take_plan_mail_subject(), done()]),
    };
  });
}
