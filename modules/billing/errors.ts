import { AppError } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import { m } from '../kit/texts/m.ts';

export const notConfigured = () => new AppError(503, 'no-stripe', m.billing_error_unconfigured());

/** Recognises Stripe's errors by their fields: importing the class would load the whole package at startup. */
type StripeFault = Error & { type: string; rawType: unknown; code?: string };

const isStripeFault = (error: unknown): error is StripeFault =>
  error instanceof Error && 'type' in error && 'rawType' in error;

const isOfType = (error: unknown, ...types: `Stripe${string}`[]): error is StripeFault =>
  isStripeFault(error) && types.some((type) => type === error.type);

/** True if Stripe rejects the request in its current state. */
export const isInvalid = (error: unknown) => isOfType(error, 'StripeInvalidRequestError');

/** True if Stripe doesn't know the object: deleted, or in another account. */
export const isMissing = (error: unknown) =>
  isOfType(error, 'StripeInvalidRequestError') && error.code === 'resource_missing';

/** True if Stripe rejects our API key. */
const isRefused = (error: unknown) => isOfType(error, 'StripeAuthenticationError', 'StripePermissionError');

/** True if Stripe doesn't answer. */
export const isUnreachable = (error: unknown) => isOfType(error, 'StripeConnectionError');

/** True if the bank requires authentication by the card's owner (3-D Secure). */
export const asksOwner = (error: unknown) =>
  isOfType(error, 'StripeCardError') &&
  (error.code === 'authentication_required' || /requires_action$/.test(error.code ?? ''));

/**
 * Runs calls to Stripe and maps their errors to user-facing ones.
 * @throws AppError 402 with the bank's refusal, 503 if Stripe can't be reached or isn't set up
 */
export async function withStripeErrors<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isRefused(error)) {
      log.error('stripe rejected the API key', { error });
      throw notConfigured();
    }
    if (isOfType(error, 'StripeCardError')) throw new AppError(402, 'card', error.message);
    if (!isStripeFault(error)) throw error;
    log.warn('stripe request failed', { type: error.type, code: error.code, message: error.message });
    throw new AppError(503, 'stripe', m.billing_error_unreachable(), {
      retryAfter: 5,
    });
  }
}
