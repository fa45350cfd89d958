import type { Log } from '../../kit/log.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { ConfirmAnswer } from '../contract/schemas.ts';
import { isMissing } from '../errors.ts';
import { idOf } from '../stripe.ts';
import { type SyncDeps, syncPerson } from '../subscription/sync-person.ts';

const UNPAID: ConfirmAnswer = { status: 'unpaid', tier: null };
const WAITING: ConfirmAnswer = { status: 'waiting', tier: null };

/**
 * Result of a payment, for the page that people return to. Queries Stripe and applies its answer immediately, since
 * anyone can open the page's URL.
 * @param sessionId of the checkout; null after an upgrade, which has none
 */
export async function confirmCheckout(
  deps: SyncDeps & { log: Log },
  person: SessionUser,
  sessionId: string | null,
): Promise<ConfirmAnswer> {
  const customer = await deps.store.findCustomer(person.id);
  if (!customer) return UNPAID;
  try {
    if (sessionId !== null && !(await isCompleted(deps, sessionId, customer.customerId))) return UNPAID;
    await syncPerson(deps, customer);
  } catch (error) {
    if (isMissing(error)) return UNPAID;
    deps.log.warn('checkout could not be confirmed', { error });
    return WAITING;
  }
  const now = await deps.accounts.findUser(person.id);
  // Payments add nothing to an admin's rights, so don't wait for one.
  if (now?.role === 'admin') return { status: 'active', tier: null };
  if (now?.role === 'subscribed') return { status: 'active', tier: now.subscriptionTier };
  return sessionId === null ? UNPAID : WAITING;
}

/** A completed session may still be waiting for its money, for example by bank transfer. */
async function isCompleted({ stripe }: SyncDeps, sessionId: string, customerId: string): Promise<boolean> {
  const session = await stripe.api.checkout.sessions.retrieve(sessionId);
  return session.status === 'complete' && session.customer !== null && idOf(session.customer) === customerId;
}
