import { utcText } from '../../../src/kit/clock.ts';
import { AppError } from '../../../src/kit/errors.ts';
import type { SessionUser } from '../../auth/schemas.ts';
import type { Audit } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import type { PaymentsAnswer, RefundRequest } from '../schemas/person.ts';
import { mailPerson } from './mail-person.ts';

/** @throws AppError 502 where Stripe does not answer */
export async function readPayments(
  { billing, log }: Pick<AdminDeps, 'billing' | 'log'>,
  userId: string,
): Promise<PaymentsAnswer> {
  const payments = await atStripe(log, () => billing.listPayments(userId));
  return { payments: payments.map(({ at, ...payment }) => ({ ...payment, at: utcText(at) })) };
}

/**
 * Gives a payment back through Stripe, in full: the plan that it paid for ends.
 * @throws AppError 404, 409, 502 where Stripe refuses, or where it is done and the mail could not be sent
 */
export async function refund(
  deps: Pick<AdminDeps, 'auth' | 'billing' | 'mail' | 'log' | 'appName'>,
  admin: SessionUser,
  audit: Audit,
  { userId, chargeId, reason }: RefundRequest,
  origin: string,
): Promise<void> {
  const amount = await atStripe(deps.log, () => deps.billing.refund(userId, chargeId));
  await audit({ action: 'refund', userId, targetId: null, detail: `${amount}, ${chargeId}: ${reason}` });
  const notice = {
    kind: 'refund',
    userId,
    subject: `We have given ${amount} back to you`,
    paragraphs: [
      `Your last payment to ${deps.appName}, ${amount}, is on its way back to you. Banks take some days for it. The plan that it paid for has ended.`,
    ],
    reason,
  };
  await mailPerson(deps, admin, notice, origin);
}

async function atStripe<T>(log: AdminDeps['log'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn('stripe did not do what an operator asked', { error });
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError(502, 'stripe', `Stripe did not do it: ${why}`);
  }
}
