import type { Tier } from '../../modules/auth/contract/tiers.ts';
// Must come before any schema is created.
import '../../modules/kit/browser/no-eval.ts';

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import type { SessionUser } from '../../modules/auth/contract/schemas.ts';
import { betterThan, canUpgrade, PLANS, planOfPerson } from '../../modules/billing/contract/plans.ts';
import { type CheckoutForm, checkoutForm } from '../../modules/billing/contract/schemas.ts';
import { AlertIcon } from '../ui/icons.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { AgreeField } from './agree-field.tsx';
import { type Offers, PlanChoice } from './plan-choice.tsx';
import { typedAlready } from './typed-already.ts';
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
  const [typed] = useState(typedAlready);
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
      <h1>{upgrade ? 'Upgrade Your Plan' : 'Choose Your Plan'}</h1>
      {loading && (
        <p className="checkout-lead" role="status">
          Loading...
        </p>
      )}
      <form data-checkout="" method="post" action="/checkout" onSubmit={handleSubmit(pay)} hidden={loading}>
        {upgrade && (
          <p className="checkout-lead">
            Your new plan will start immediately and you'll be charged the difference.
          </p>
        )}
        {!sold && <p className="checkout-lead">You have administrator access to all features.</p>}
        <PlanChoice field={choice} has={has} offers={offers} />
        <div>
          <label className="label" htmlFor="billing-name">
            Billing Name
          </label>
          <input
            {...register('fullName')}
            id="billing-name"
            defaultValue={given?.fullName}
            className="field"
            placeholder="Name for billing and receipts"
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
              <p>
                <strong>Error:</strong> {fault}
              </p>
            </div>
          )}
        </div>
        <button
          type="submit"
          className="button button-primary button-large checkout-pay"
          disabled={!sold || (scripted && (busy || !isValid))}
        >
          {busy
            ? 'Processing...'
            : upgrade
              ? `Upgrade to ${PLANS[choice.value].name}`
              : 'Continue to Payment'}
        </button>
        <p className="checkout-small">
          {testMode
            ? 'Payments are in test mode: no real money moves.'
            : 'You pay on a page of Stripe, our payment provider. Cancel anytime.'}
        </p>
      </form>
    </section>
  );
}
