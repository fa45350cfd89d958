import { givesPlan, SUBSCRIPTION_STATUSES } from '../../billing/contract/plan-terms.ts';
import { PLANS } from '../../billing/contract/plans.ts';
import { badRequest } from '../../kit/errors.ts';
import type { GivePlanRequest, TakePlanRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from './notice-text.ts';

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
  if (until !== null && until <= clock.now()) throw badRequest('until must be a day to come');
  const day =
    until === null
      ? null
      : new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(until - 1);
  const what = day === null ? PLANS[tier].name : `${PLANS[tier].name} until ${day}`;
  const done = `You have the ${PLANS[tier].name} plan of ${appName}${day === null ? '' : `, to the end of ${day} (UTC)`}. Nothing is charged for it: ${origin}/stream`;
  await decide(async () => {
    await auth.givePlan({ userId, tier, until, actorId: person.id, reason });
    const job = billing.syncAfter(userId);
    return {
      ...(job && { job }),
      act: { action: 'give-plan', userId, targetId: null, detail: `${what}: ${reason}` },
      mail: {
        kind: 'given-plan',
        subject: `We have given you the ${PLANS[tier].name} plan`,
        text: noticeText([done], reason),
      },
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
    const rest = paid ? ` You keep the ${PLANS[paid].name} plan that you pay for.` : '';
    const done = `We have taken the plan away that we had given you on ${appName}.${rest} Your dreams are kept.`;
    return {
      ...(job && { job }),
      act: { action: 'take-plan', userId, targetId: null, detail: reason },
      mail: {
        kind: 'taken-plan',
        subject: 'We have taken the plan away that we had given you',
        text: noticeText([done], reason),
      },
    };
  });
}
