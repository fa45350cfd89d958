import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import type { Tier } from '../../web/contract/tiers.ts';
import { PageScript } from '../../web/island.tsx';
import { firstName } from '../../web/pages/home.tsx';
import { QuietPage } from '../../web/pages/quiet-page.tsx';
import { betterThan, PLANS, type Plan } from '../contract/plans.ts';

/** Confirms the subscription, with a link home. */
export function SuccessPage({ person, tier }: { person: SessionUser; tier: Tier | null }) {
  const name = firstName(person.name);
  return (
    <QuietPage title={m.billing_success_title()} scene="done">
      <PageScript name="success" />
      <p>
        {/* A person with more rights than the plan sees what they pay for, without a welcome. */}
        {tier
          ? m.billing_success_text_plan({ plan: PLANS[tier].name, name })
          : m.billing_success_text({ name })}
      </p>
      <p data-redirect="/" role="status">
        {m.billing_success_redirect()}
      </p>
      <a className="button button-primary" href="/">
        {m.billing_success_home()}
      </a>
    </QuietPage>
  );
}

/** Paid but not yet confirmed by Stripe: the page polls until it is. */
export function PendingPage() {
  return (
    <QuietPage title={m.billing_pending_title()} scene="done">
      <PageScript name="success" />
      <progress className="progress quiet-progress" aria-label={m.billing_pending_label()} />
      <p data-waiting="" role="status">
        {m.billing_pending_text()}
      </p>
      <p data-waiting-long="" hidden>
        {m.billing_pending_long()}
      </p>
      <a className="button button-quiet" href="/settings">
        {m.billing_account_settings()}
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
    <QuietPage title={m.billing_unpaid_title()}>
      <p>
        {has.id === 'trial' ? m.billing_unpaid_text() : m.billing_unpaid_text_plan({ plan: has.label() })}
      </p>
      <div className="quiet-actions">
        {sellsPlans && betterThan(has).length > 0 && (
          <a className="button button-primary" href="/checkout">
            {m.billing_view_plans()}
          </a>
        )}
        <a className="button button-quiet" href="/dreamboard">
          {m.billing_back_to_dreamboard()}
        </a>
      </div>
    </QuietPage>
  );
}
