import { useEffect, useState } from 'react';
import { canUpgrade, planOfPerson, purchaseRefusal } from '../../modules/billing/contract/plans.ts';
import type {
  CheckoutForm,
  CheckoutRefusal,
  CheckoutRequest,
  UrlAnswer,
} from '../../modules/billing/contract/schemas.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { SessionUser } from '../../modules/web/contract/person.ts';
import { showAlert } from '../ui/dialogs.ts';

/** Sends the form and opens the payment page. */
export function usePayment(person: SessionUser, firstFault: string | null) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(firstFault);

  useEffect(() => {
    // Re-enables the form when the browser's Back button returns here from the payment page.
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  async function pay({ plan, fullName }: CheckoutForm) {
    const has = planOfPerson(person);
    // The form prevents this too, but the plan may have changed since it was rendered.
    const refused = purchaseRefusal(has, plan);
    if (refused) return showAlert(refused);
    setBusy(true);
    setFault(null);
    try {
      const next = await requestCheckout({
        userId: person.id,
        customerInfo: { fullName },
        plan,
        currentTier: has.tier,
        isUpgrade: canUpgrade(has),
      });
      if (next === 'already subscribed') {
        await showAlert(m.billing_checkout_already({ plan }));
        location.reload();
      } else location.assign(next.url);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return { pay, busy, fault };
}

/** @throws Error with a message for the user */
async function requestCheckout(request: CheckoutRequest): Promise<{ url: string } | 'already subscribed'> {
  try {
    // No timeout: after giving up, we couldn't say whether the upgrade was paid.
    const options = { timeoutMs: null };
    const path = '/api/stripe/create-checkout-session';
    const answer = await api<UrlAnswer | null>('POST', path, request, options);
    if (answer?.url) return answer;
  } catch (error) {
    if (error instanceof Refusal) {
      const { hasActiveSubscription, currentTier } = (error.body ?? {}) as Partial<CheckoutRefusal>;
      if (hasActiveSubscription && currentTier === request.plan) return 'already subscribed';
      throw new Error(error.message || m.billing_checkout_server_error({ status: String(error.status) }));
    }
    if (!(error instanceof SyntaxError)) throw new Error(m.billing_checkout_unreachable());
  }
  throw new Error(m.billing_checkout_no_url());
}
