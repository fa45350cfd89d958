import { AppError } from '../../kit/errors.ts';
import { hashToken } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import { givesPlan, isLiving } from '../contract/plan-terms.ts';
import { type Plan, planOf, purchaseRefusal } from '../contract/plans.ts';
import type { CheckoutRefusal, CheckoutRequest, UrlAnswer } from '../contract/schemas.ts';
import { isInvalid, withStripeErrors } from '../errors.ts';
import type { StripeClient } from '../stripe.ts';
import { prepareCustomer } from '../subscription/customer.ts';
import type { SubscriptionState } from '../subscription/read-subscriptions.ts';
import type { SyncDeps } from '../subscription/sync-person.ts';
import { openPortal } from './open-portal.ts';
import { upgrade } from './upgrade.ts';

export interface CheckoutDeps extends SyncDeps {
  log: Log;
}

/**
 * Returns the page to send a buyer to: Stripe's payment page; /success after an upgrade, whose difference is charged
 * immediately; or Stripe's portal, if the bank requires authentication or an unpaid subscription can be settled.
 * @param origin base URL of the pages that Stripe redirects back to
 * @throws AppError 409 if the person already has the plan, 402 if the card is declined, 503 if Stripe can't be reached
 */
export function startCheckout(
  deps: CheckoutDeps,
  person: SessionUser,
  request: Pick<CheckoutRequest, 'plan' | 'customerInfo'>,
  origin: string,
): Promise<UrlAnswer> {
  return withStripeErrors(deps.log, async () => {
    const user = await deps.accounts.findUser(person.id);
    if (!user || user.erasureAt !== null) {
      throw new AppError(409, 'closed', m.billing_error_closed());
    }
    if (user.role === 'admin') {
      throw new AppError(409, 'admin', m.billing_error_admin());
    }
    const { customer, states } = await prepareCustomer(deps, user, request.customerInfo.fullName);
    const living = states.find(({ status }) => isLiving(status));
    refuseSecondPlan(await currentPlan(deps, user.id), request.plan);
    if (living && gives(living)) return upgrade(deps, customer, living, { plan: request.plan, origin });
    if (living) return openPortal(deps, customer, `${origin}/settings`);
    return payAtStripe(deps, { ...customer, plan: request.plan }, origin);
  });
}

const gives = ({ status, lastPayment }: SubscriptionState) => lastPayment === 'kept' && givesPlan(status);

async function currentPlan({ accounts }: CheckoutDeps, userId: string): Promise<Plan | null> {
  const user = await accounts.findUser(userId);
  return user && planOf({ role: user.role, tier: user.subscriptionTier });
}

/** @throws AppError 409 in the format that the checkout page reads */
function refuseSecondPlan(current: Plan | null, wanted: Tier): void {
  const text = current && purchaseRefusal(current, wanted);
  if (!text) return;
  const plan: Omit<CheckoutRefusal, 'error'> = { hasActiveSubscription: true, currentTier: current.tier };
  throw new AppError(409, 'has-plan', text, { extra: { ...plan } });
}

interface Purchase {
  customerId: string;
  userId: string;
  plan: Tier;
}

/** @throws AppError 503 if concurrent calls by the same person keep closing the page that this one opens */
async function payAtStripe(deps: CheckoutDeps, purchase: Purchase, origin: string): Promise<UrlAnswer> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const url = await openPage(deps, purchase, origin);
    if (url) return { url };
  }
  throw new AppError(503, 'checkout', m.billing_error_checkout(), {
    retryAfter: 1,
  });
}

/**
 * Opens a person's only payment page: with two, both could be paid.
 * @returns its URL, or null if another call closed it meanwhile
 */
async function openPage(
  { stripe }: CheckoutDeps,
  { customerId, userId, plan }: Purchase,
  origin: string,
): Promise<string | null> {
  const { sessions } = stripe.api.checkout;
  const wanted = {
    mode: 'subscription' as const,
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: (await stripe.prices())[plan].id, quantity: 1 }],
    success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/cancel`,
    subscription_data: { metadata: { user_id: userId } },
    metadata: { plan },
  };
  const { data: earlier } = await sessions.list({ customer: customerId, limit: 10 });
  const open = earlier.filter(({ status }) => status === 'open');
  const same = open.find((one) => one.metadata?.plan === plan && one.success_url === wanted.success_url);
  for (const other of open) if (other !== same) await closePage(stripe, other.id);
  if (same) return same.url;
  // Concurrent calls see the same earlier session, so they get the same new one.
  const idempotencyKey = `checkout-${hashToken(JSON.stringify([earlier[0]?.id, wanted]))}`;
  await sessions.create(wanted, { idempotencyKey });
  // A concurrent call may have opened one for another plan; the newest stays open.
  const [newest, ...others] = (await sessions.list({ customer: customerId, status: 'open', limit: 10 })).data;
  for (const other of others) await closePage(stripe, other.id);
  return newest?.url ?? null;
}

/** @throws AppError 409 if the page was paid just now */
async function closePage({ api }: StripeClient, id: string): Promise<void> {
  try {
    await api.checkout.sessions.expire(id);
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const { status } = await api.checkout.sessions.retrieve(id);
    if (status === 'complete') {
      throw new AppError(409, 'just-paid', m.billing_error_just_paid());
    }
    // Another call has already closed it.
  }
}
