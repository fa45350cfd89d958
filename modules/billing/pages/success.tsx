import type { SessionUser } from '../../auth/contract/schemas.ts';
import type { Tier } from '../../auth/contract/tiers.ts';
import { PageScript } from '../../web/island.tsx';
import { firstName } from '../../web/pages/home.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { betterThan, PLANS, type Plan } from '../contract/plans.ts';

/** Confirms the subscription, with a link home. */
export function SuccessPage({ person, tier }: { person: SessionUser; tier: Tier | null }) {
  const name = firstName(person.name);
  return (
    <QuietPage title="Subscription Successful!">
      <PageScript name="success" />
      <p>
        {/* A person with more rights than the plan sees what they pay for, without a welcome. */}
        {tier ? `Welcome to ${PLANS[tier].name}, ${name}.` : `Welcome, ${name}.`} Your subscription is now
        active.
      </p>
      <p data-redirect="/" role="status">
        Redirecting you in 3 seconds...
      </p>
      <a className="button button-primary" href="/">
        Back to Home Now
      </a>
    </QuietPage>
  );
}

/** Paid but not yet confirmed by Stripe: the page polls until it is. */
export function PendingPage() {
  return (
    <QuietPage title="Confirming Your Payment">
      <PageScript name="success" />
      <progress className="progress quiet-progress" aria-label="Waiting for the confirmation" />
      <p data-waiting="" role="status">
        Your bank and Stripe are still talking. This usually takes a few seconds.
      </p>
      <p data-waiting-long="" hidden>
        This takes longer than usual. You can leave this page: your plan is switched on as soon as the payment
        is confirmed.
      </p>
      <a className="button button-quiet" href="/settings">
        Account Settings
      </a>
    </QuietPage>
  );
}

/** Stripe reports no payment. */
interface UnpaidPageProps {
  /** true if there are plans to link to */
  sellsPlans: boolean;
  has: Plan;
}

export function UnpaidPage({ sellsPlans, has }: UnpaidPageProps) {
  return (
    <QuietPage title="No Payment Found">
      <p>
        {has.id === 'trial'
          ? 'There is no active subscription on your account, and nothing was charged.'
          : `Nothing was charged, and your account stays what it is: ${has.label}.`}
      </p>
      <div className="quiet-actions">
        {sellsPlans && betterThan(has).length > 0 && (
          <a className="button button-primary" href="/checkout">
            View Plans
          </a>
        )}
        <a className="button button-quiet" href="/dreamboard">
          Back to Dreamboard
        </a>
      </div>
    </QuietPage>
  );
}
