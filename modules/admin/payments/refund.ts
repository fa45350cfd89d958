import type { Refunded } from '../../billing/billing.ts';
import { AppError } from '../../kit/errors.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { joinSentences } from '../../kit/texts/sentences.ts';
import type { RefundRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { notice } from '../people/notice.ts';
import { atStripe } from './at-stripe.ts';

/**
 * Refunds a payment through Stripe and ends the subscription if the operator asks for it. Called again after a crash,
 * it logs and mails what Stripe has already done.
 * @returns the outcome and its consequences, in words
 * @throws AppError 404; 409; 502 if Stripe refuses all or part, or if it succeeded but the mail failed
 */
export async function refund(
  { billing, store, log, appName }: Pick<AdminDeps, 'billing' | 'store' | 'log' | 'appName'>,
  { decide, origin }: Pick<Operator, 'decide' | 'origin'>,
  { userId, chargeId, subscription, reason }: RefundRequest,
): Promise<string> {
  const resumes = !(await store.isNoted('refund', chargeId));
  const done = await atStripe(log, () => billing.refund(userId, chargeId, subscription, resumes));
  const describeIt = () => describe(done, appName, origin);
  const detail = inCodes(() => {
    const slots = { charge: chargeId, subscription: describeIt().short, reason };
    return done.amount
      ? m.admin_people_refund_audit({ ...slots, amount: done.amount() })
      : m.admin_people_refund_audit_before(slots);
  });
  const mail = notice('refund', reason, () => {
    const { subject, paragraphs } = describeIt();
    return [subject, ...paragraphs];
  });
  // If ending the subscription fails a second time, there is nothing new to report.
  const isNews = done.amount !== null || done.fault === null;
  await decide(async () => {
    // Another operator was faster and has made and mailed this refund.
    if (resumes && subscription === 'keep' && (await store.isNoted('refund', chargeId))) return null;
    return {
      act: { action: 'refund', userId, targetId: chargeId, detail },
      ...(isNews && { mail }),
    };
  });
  if (done.fault !== null) {
    const { amount, fault } = done;
    const what = amount
      ? m.admin_people_error_refund_rest({ amount: amount(), fault })
      : m.admin_people_error_refund_rest_before({ fault });
    throw new AppError(502, 'stripe', what);
  }
  return joinSentences(describeIt().paragraphs);
}

/** Describes a refund: in full for the user, in short for the audit. */
function describe({ amount, paidAt, subscription, hasPlan }: Refunded, appName: string, origin: string) {
  const slots = { app: appName, day: dayText(paidAt) };
  const end = subscription && { day: dayText(subscription.periodEnd) };
  const saysPlan = hasPlan !== null && (hasPlan || subscription?.goes !== 'on');
  const plan = hasPlan ? m.admin_people_refund_mail_plan_kept() : m.admin_people_refund_mail_plan_ended();
  const goes = end && FUTURES[subscription.goes];
  return {
    subject: amount
      ? m.admin_people_refund_mail_subject({ amount: amount() })
      : m.admin_people_refund_end_mail_subject(slots),
    short: goes ? goes.short(end) : m.admin_people_refund_audit_none(),
    paragraphs: [
      amount
        ? m.admin_people_refund_mail_text({ ...slots, amount: amount() })
        : m.admin_people_refund_mail_text_before(slots),
      ...(goes ? goes.paragraphs(end, hasPlan, origin) : []),
      ...(saysPlan ? [plan] : []),
    ],
  };
}

interface Future {
  short: (end: { day: string }) => string;
  paragraphs: (end: { day: string }, hasPlan: boolean | null, origin: string) => string[];
}

/** Outcome for the subscription, in short and in full. */
const FUTURES: Record<NonNullable<Refunded['subscription']>['goes'], Future> = {
  on: {
    short: m.admin_people_refund_audit_renews,
    paragraphs: (end, hasPlan, origin) => [
      hasPlan ? m.admin_people_refund_mail_renews(end) : m.admin_people_refund_mail_renews_rests(end),
      `${origin}/settings`,
    ],
  },
  until: {
    short: m.admin_people_refund_audit_ends,
    paragraphs: (end) => [m.admin_people_refund_mail_ends(end)],
  },
  ended: {
    short: m.admin_people_refund_audit_ended,
    paragraphs: () => [m.admin_people_refund_mail_ended()],
  },
};
