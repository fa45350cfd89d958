import { isUnreachable } from '../../billing/billing.ts';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { AdminDeps } from '../deps.ts';

/** Calls Stripe for an operator. @throws AppError 502, with Stripe's words if it refuses */
export async function atStripe<T>(log: AdminDeps['log'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.warn('stripe did not do what an operator asked', { error });
    throw new AppError(
      502,
      'stripe',
      isUnreachable(error) ? m.billing_error_unreachable() : faultText(error),
    );
  }
}

const faultText = (error: unknown): string =>
  m.admin_people_error_stripe({ reason: error instanceof Error ? error.message : String(error) });
