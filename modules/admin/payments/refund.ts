import type { Refunded } from '../../billing/billing.ts';
import { AppError } from '../../kit/errors.ts';
import { dayText } from '../../kit/shared/dates.ts';
import type { RefundRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import { noticeText } from '../people/notice-text.ts';
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
  const words = describe(done, appName, origin);
  const detail = `${[done.amount, chargeId, words.short].filter(Boolean).join(', ')}: ${reason}`;
  // If ending the subscription fails a second time, there is nothing new to report.
  const isNews = done.amount !== null || done.fault === null;
  const text = noticeText(words.paragraphs, reason);
  await decide(async () => {
    // Another operator was faster and has made and mailed this refund.
    if (resumes && subscription === 'keep' && (await store.isNoted('refund', chargeId))) return null;
    return {
      act: { action: 'refund', userId, targetId: chargeId, detail },
      ...(isNews && { mail: { kind: 'refund', subject: words.subject, text } }),
    };
  });
  if (done.fault !== null) {
    const went = done.amount ? `${done.amount} went back` : 'The money went back before';
    throw new AppError(502, 'stripe', `${went}. ${done.fault}`);
  }
  return words.paragraphs.join(' ');
}

/** Describes a refund: in full for the user, in short for the audit. */
function describe({ amount, paidAt, subscription, hasPlan }: Refunded, appName: string, origin: string) {
  const payment = `Your payment to ${appName} of ${dayText(paidAt)}`;
  const end = subscription && dayText(subscription.periodEnd);
  const future = {
    on: {
      short: `subscription renews on ${end}`,
      text: `Your subscription goes on: the next payment is due on ${end}${hasPlan ? '' : ', and your plan rests until then'}. You can end it in Settings, under Manage Billing: ${origin}/settings`,
    },
    until: {
      short: `subscription ends on ${end}`,
      text: `Stripe ends your subscription on ${end}: nothing more will be charged.`,
    },
    'no further': {
      short: 'subscription ended',
      text: 'Your subscription has ended at Stripe: nothing more will be charged.',
    },
  };
  const what = subscription && future[subscription.goes];
  const plan = hasPlan ? 'You keep your plan.' : 'The plan that it paid for has ended.';
  const saysPlan = hasPlan !== null && (hasPlan || subscription?.goes !== 'on');
  return {
    subject: amount ? `We have given ${amount} back to you` : `Your ${appName} subscription ends`,
    short: what?.short ?? 'no subscription',
    paragraphs: [
      amount
        ? `${payment}, ${amount}, is on its way back to you. Banks take some days for it.`
        : `${payment} went back to you before.`,
      ...(what ? [what.text] : []),
      ...(saysPlan ? [plan] : []),
    ],
  };
}
