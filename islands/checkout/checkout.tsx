import { m } from '../../modules/kit/texts/m.ts';
import type { Tier } from '../../modules/web/contract/tiers.ts';
// Must come before any schema is created.
import '../../modules/kit/browser/no-eval.ts';

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { betterThan, canUpgrade, PLANS, planOfPerson } from '../../modules/billing/contract/plans.ts';
import { type CheckoutForm, checkoutForm } from '../../modules/billing/contract/schemas.ts';
import type { SessionUser } from '../../modules/web/contract/person.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { AgreeField } from './agree-field.tsx';
import { earlyValues } from './early-values.ts';
import { type Offers, PlanChoice } from './plan-choice.tsx';
import { usePayment } from './use-payment.ts';
import { usePerson } from './use-person.ts';

export interface CheckoutProps {
  person: SessionUser;
  offers: Offers;
  /** Payments run in test mode and cost nothing. */
  testMode: boolean;
  /** Fields and error of a form that was submitted without script. */
  given?: { plan?: string; fullName?: string; fault: string };
}

/** The checkout form: plan, billing name and agreement. Works as a plain form without script. */
export default function Checkout({ person: initial, offers, testMode, given }: CheckoutProps) {
  const { person, loading } = usePerson(initial);
  const has = planOfPerson(person);
  const upgrade = canUpgrade(has);
  const [first = PLANS.basic, ...better] = betterThan(has);
  const canBuy = (tier: unknown) => [first, ...better].some((plan) => plan.tier === tier);
  const [typed] = useState(earlyValues);
  const plan = [typed?.plan, given?.plan].find(canBuy) ?? first.tier;
  const {
    control,
    register,
    handleSubmit,
    formState: { isValid },
  } = useForm<CheckoutForm>({
    resolver: zodResolver(checkoutForm),
    mode: 'onChange',
    defaultValues: { ...typed, plan: plan as Tier },
  });
  const { field: choice } = useController({ control, name: 'plan' });
  const { pay, busy, fault } = usePayment(person, given?.fault ?? null);
  // Before hydration the browser validates the form, so the button must be enabled.
  const scripted = useHydrated();
  const sold = has.id !== 'admin';

  return (
    <section className="checkout" aria-busy={loading}>
      <h1>{upgrade ? m.billing_checkout_title_upgrade() : m.billing_checkout_title()}</h1>
      {loading && (
        <p className="checkout-lead" role="status">
          {m.billing_checkout_loading()}
        </p>
      )}
      <form data-checkout="" method="post" action="/checkout" onSubmit={handleSubmit(pay)} hidden={loading}>
        {upgrade && <p className="checkout-lead">{m.billing_checkout_upgrade_text()}</p>}
        {!sold && <p className="checkout-lead">{m.billing_checkout_admin()}</p>}
        <PlanChoice field={choice} has={has} offers={offers} />
        <div>
          <label className="label" htmlFor="billing-name">
            {m.billing_checkout_name()}
          </label>
          <input
            {...register('fullName')}
            id="billing-name"
            defaultValue={given?.fullName}
            className="field"
            placeholder={m.billing_checkout_name_hint()}
            autoComplete="billing name"
            required
            maxLength={150}
          />
        </div>
        <AgreeField field={register('agree')} />
        <div className="checkout-fault" role="alert">
          {fault && (
            <div className="notice">
              <AlertIcon />
              <p>{m.billing_checkout_error({ fault, strong: (words) => <strong>{words}</strong> })}</p>
            </div>
          )}
        </div>
        <button
          type="submit"
          className="button button-primary button-large checkout-pay"
          disabled={!sold || (scripted && (busy || !isValid))}
        >
          {busy
            ? m.billing_checkout_processing()
            : upgrade
              ? m.billing_checkout_upgrade({ plan: PLANS[choice.value].name })
              : m.billing_checkout_pay()}
        </button>
        <p className="checkout-small">
          {testMode ? m.billing_checkout_test_mode() : m.billing_checkout_note()}
        </p>
      </form>
    </section>
  );
}
