import type { Hono } from 'hono';
import type { CheckoutProps } from '../../../islands/checkout/checkout.tsx';
import { toAppError } from '../../kit/errors.ts';
import { plainSentence } from '../../kit/plain-fault.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { perTier, type Tier } from '../../web/contract/tiers.ts';
import { renderPage } from '../../web/document.tsx';
import { guardPage, requirePerson } from '../../web/guards.ts';
import { publicOrigin } from '../../web/security.ts';
import { featuresOf } from '../contract/plan-terms.ts';
import { canUpgrade, hasBest, planOfPerson } from '../contract/plans.ts';
import { checkoutForm } from '../contract/schemas.ts';
import { notConfigured } from '../errors.ts';
import { CancelPage } from '../pages/cancel.tsx';
import { CheckoutPage, SignedOutCheckout, UnconfiguredCheckout } from '../pages/checkout.tsx';
import { PendingPage, SuccessPage, UnpaidPage } from '../pages/success.tsx';
import type { BillingDeps } from '../routes.ts';
import { confirmCheckout } from './confirm-checkout.ts';
import { startCheckout } from './start-checkout.ts';

/** The pages before and after a payment. */
export function registerBillingPages(app: Hono<AppEnv>, deps: BillingDeps): void {
  const { config } = deps;

  async function showCheckout(
    c: AppContext,
    person: SessionUser,
    refused?: { status: number; given: CheckoutProps['given'] },
  ) {
    const prices = await deps.shownPrices();
    const offer = (tier: Tier) => ({
      features: featuresOf(tier, config, Math.round(config.STREAM_SECONDS / 60)),
      price: prices[tier],
    });
    return renderPage(c, {
      title: canUpgrade(planOfPerson(person))
        ? m.billing_checkout_title_upgrade()
        : m.billing_checkout_title(),
      status: refused?.status ?? 200,
      page: (
        <CheckoutPage
          person={person}
          offers={perTier(offer)}
          testMode={config.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_test_') ?? false}
          legal={deps.legal}
          {...(refused?.given && { given: refused.given })}
        />
      ),
    });
  }

  /** A page to show instead of the plans, or null. */
  function instead(c: AppContext): Response | Promise<Response> | null {
    const person = c.get('person');
    if (!person) return renderPage(c, { title: m.billing_checkout_title(), page: <SignedOutCheckout /> });
    if (hasBest(planOfPerson(person))) return c.redirect('/settings', 302);
    if (!config.STRIPE_PUBLISHABLE_KEY) {
      return renderPage(c, { title: m.billing_unconfigured_title(), page: <UnconfiguredCheckout /> });
    }
    return null;
  }

  app.get('/checkout', (c) => instead(c) ?? showCheckout(c, requirePerson(c)));

  // Form submission without JavaScript.
  app.post('/checkout', async (c) => {
    const other = instead(c);
    if (other) return other;
    const person = requirePerson(c);
    const { plan, fullName, ...rest } = await c.req.parseBody();
    const refuse = (status: number, fault: string) =>
      showCheckout(c, person, {
        status,
        given: { plan: String(plan ?? ''), fullName: String(fullName ?? ''), fault },
      });
    const form = checkoutForm.safeParse({ plan, fullName, ...rest }, { error: plainSentence });
    if (!form.success) return refuse(400, form.error.issues[0]?.message ?? m.billing_error_form());
    try {
      await deps.rateLimits.take('billing', person.id);
      if (!deps.stripe) throw notConfigured();
      const wish = { plan: form.data.plan, customerInfo: { fullName: form.data.fullName } };
      const { url } = await startCheckout(
        { ...deps, stripe: deps.stripe },
        person,
        wish,
        publicOrigin(config, c.req.raw),
      );
      return c.redirect(url, 303);
    } catch (error) {
      const known = toAppError(error);
      if (known.status >= 500) deps.log.error('checkout failed', { id: c.get('requestId'), error });
      return refuse(known.status, known.message);
    }
  });

  app.get('/success', guardPage(), async (c) => {
    const { status, tier } = deps.stripe
      ? await confirmCheckout(
          { ...deps, stripe: deps.stripe },
          requirePerson(c),
          c.req.query('session_id') ?? null,
        )
      : { status: 'unpaid' as const, tier: null };
    if (status === 'active') {
      return renderPage(c, {
        title: m.billing_success_tab(),
        page: <SuccessPage person={requirePerson(c)} tier={tier} />,
      });
    }
    return renderPage(c, {
      title: status === 'waiting' ? m.billing_pending_title() : m.billing_unpaid_title(),
      page:
        status === 'waiting' ? (
          <PendingPage />
        ) : (
          <UnpaidPage sellsPlans={config.sellsPlans} has={planOfPerson(requirePerson(c))} />
        ),
    });
  });

  app.get('/cancel', guardPage(), (c) =>
    renderPage(c, { title: m.billing_cancel_title(), page: <CancelPage sellsPlans={config.sellsPlans} /> }),
  );
}
