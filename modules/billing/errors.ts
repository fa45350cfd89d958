import { AppError } from '../../src/kit/errors.ts';
import type { Log } from '../../src/kit/log.ts';

export const notConfigured = () =>
  new AppError(503, 'no-stripe', 'Stripe is not properly configured. Please check environment variables.');

/** Stripe's own error, known by what each of them bears: to have its class the whole package would be loaded at start. */
type StripeFault = Error & { type: string; rawType: unknown; code?: string };

const isStripeFault = (error: unknown): error is StripeFault =>
  error instanceof Error && 'type' in error && 'rawType' in error;

const isOfType = (error: unknown, ...types: `Stripe${string}`[]): error is StripeFault =>
  isStripeFault(error) && types.some((type) => type === error.type);

/** True if Stripe refuses the request in the current state. */
export const isInvalid = (error: unknown) => isOfType(error, 'StripeInvalidRequestError');

/** True if Stripe does not know the object: deleted, or of another account. */
export const isMissing = (error: unknown) =>
  isOfType(error, 'StripeInvalidRequestError') && error.code === 'resource_missing';

/** True if Stripe rejects our API key. */
const isRefused = (error: unknown) => isOfType(error, 'StripeAuthenticationError', 'StripePermissionError');

/** True if the bank requires authentication by the card's owner (3-D Secure). */
export const asksOwner = (error: unknown) =>
  isOfType(error, 'StripeCardError') &&
  (error.code === 'authentication_required' || /requires_action$/.test(error.code ?? ''));

/**
 * Runs calls to Stripe and maps their errors to texts for people.
 * @throws AppError 402 with the bank's refusal, 503 when Stripe can't be asked or is not set up
 */
export async function withStripeErrors<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isRefused(error)) {
      log.error('stripe refuses the settings', { error });
      throw notConfigured();
    }
    if (isOfType(error, 'StripeCardError')) throw new AppError(402, 'card', error.message);
    if (!isStripeFault(error)) throw error;
    log.warn('stripe could not be asked', { type: error.type, code: error.code, message: error.message });
    throw new AppError(503, 'stripe', 'The payment service can’t be reached right now. Please try again.', {
      retryAfter: 5,
    });
  }
}
