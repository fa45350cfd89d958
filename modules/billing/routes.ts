import type { Hono } from 'hono';
import { AppError } from '../kit/errors.ts';
import { jsonBody } from '../kit/http/http.ts';
import type { RateLimits } from '../kit/http/rate-limit.ts';
import type { Log } from '../kit/log.ts';
import { m } from '../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { requirePerson } from '../web/guards.ts';
import type { LegalFacts } from '../web/pages/legal-facts.ts';
import { publicOrigin } from '../web/security.ts';
import { confirmCheckout } from './checkout/confirm-checkout.ts';
import { openPortal } from './checkout/open-portal.ts';
import { startCheckout } from './checkout/start-checkout.ts';
import type { ShownPrices } from './contract/plans.ts';
import { checkoutRequest, confirmRequest } from './contract/schemas.ts';
import type { BillingConfig, DreamTerms } from './contract/settings.ts';
import { notConfigured, withStripeErrors } from './errors.ts';
import type { BillingStore } from './store.ts';
import type { StripeClient } from './stripe.ts';
import { type ReceiveDeps, receiveEvent } from './subscription/receive-event.ts';
import type { Accounts } from './subscription/sync-person.ts';
import { verifySubscription } from './subscription/verify-subscription.ts';

export interface BillingDeps extends ReceiveDeps {
  config: BillingConfig & SiteConfig & DreamTerms;
  legal: LegalFacts;
  log: Log;
  store: BillingStore;
  accounts: Accounts;
  rateLimits: RateLimits;
  /** null if nothing is sold */
  stripe: StripeClient | null;
  /** monthly prices of the plans, formatted for pages */
  shownPrices(): Promise<ShownPrices>;
}

export function registerBilling(app: Hono<AppEnv>, deps: BillingDeps): void {
  /**
   * Checks the rate limits and returns the caller and the Stripe client.
   * @throws AppError 401, 429, 503
   */
  async function begin(c: AppContext) {
    const person = requirePerson(c);
    await deps.rateLimits.take('billing', person.id);
    if (!deps.stripe) throw notConfigured();
    const origin = publicOrigin(deps.config, c.req.raw);
    return { person, origin, withStripe: { ...deps, stripe: deps.stripe } };
  }

  app.post('/api/stripe/create-checkout-session', async (c) => {
    const { person, origin, withStripe } = await begin(c);
    return c.json(await startCheckout(withStripe, person, await jsonBody(c, checkoutRequest), origin));
  });

  app.post('/api/stripe/create-portal-session', async (c) => {
    const { person, origin, withStripe } = await begin(c);
    const customer = await deps.store.findCustomer(person.id);
    if (!customer) throw new AppError(404, 'no-customer', m.billing_error_no_customer());
    return c.json(
      await withStripeErrors(deps.log, () => openPortal(withStripe, customer, `${origin}/settings`)),
    );
  });

  app.post('/api/stripe/confirm-checkout', async (c) => {
    const { person, withStripe } = await begin(c);
    const { sessionId } = await jsonBody(c, confirmRequest);
    return c.json(await confirmCheckout(withStripe, person, sessionId ?? null));
  });

  app.post('/api/verify-subscription', async (c) => {
    const person = requirePerson(c);
    if (!deps.stripe) return c.json({ roleUpdated: false });
    await deps.rateLimits.take('billing', person.id);
    return c.json(await verifySubscription({ ...deps, stripe: deps.stripe }, person));
  });

  /** Called by Stripe: without a session or Origin, but signed. */
  app.post('/api/stripe/webhook', async (c) => {
    await receiveEvent(deps, await c.req.text(), c.req.header('stripe-signature'));
    return c.json({ received: true });
  });
}
