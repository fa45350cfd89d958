import { CheckIcon } from '../../../islands/ui/icons.tsx';
import type { SessionUser } from '../../auth/contract/schemas.ts';
import { betterThan, planOfPerson, type ShownPrices } from '../../billing/contract/plans.ts';

export interface TierPanelProps {
  person: SessionUser;
  sellsPlans: boolean;
  prices: ShownPrices;
  /** Premium's features, and a note about what other plans lack. */
  features: { labels: string[]; note: string };
}

/** Next steps for the person's plan; empty if no plans are for sale. */
export function TierPanel({ person, sellsPlans, prices, features }: TierPanelProps) {
  if (!sellsPlans && person.role !== 'admin') return null;
  const plan = planOfPerson(person);
  const [next, ...others] = betterThan(plan);
  if (plan.id === 'admin') {
    return (
      <section className="card tier" aria-labelledby="tier-title">
        <h2 id="tier-title">Subscription Management</h2>
        <p>You have administrator access to all features.</p>
      </section>
    );
  }
  if (next && plan.tier === null) {
    return (
      <section className="card tier tier-offer" aria-labelledby="tier-title">
        <h2 id="tier-title">Get Full Access</h2>
        <p className="tier-price">
          Starting at <strong>{prices[next.tier]}</strong> per month
        </p>
        <Features {...features} />
        <a className="button button-primary button-large" href="/checkout">
          View Plans
        </a>
        <p className="tier-small">Cancel anytime • No commitment</p>
      </section>
    );
  }
  if (next) {
    return (
      <section className="card tier tier-offer" aria-labelledby="tier-title">
        <h2 id="tier-title">Upgrade {others.length === 0 ? `to ${next.name}` : 'Your Plan'}</h2>
        <p className="tier-price">
          {others.length > 0 && 'Starting at '}
          <strong>{prices[next.tier]}</strong> per month
        </p>
        <Features {...features} />
        <a className="button button-primary button-large" href="/checkout">
          Upgrade Now
        </a>
        <ManageBilling />
        <p className="tier-small">Cancel anytime • Keep your current billing date</p>
      </section>
    );
  }
  return (
    <section className="card tier" aria-labelledby="tier-title">
      <h2 id="tier-title">Subscription Management</h2>
      <p>
        {person.subscription_tier
          ? 'See your invoices, change how you pay, or cancel your subscription in the billing portal.'
          : `Your account has all of ${plan.label.replace(' Subscriber', '')}. Where you pay for it, see your invoices, change how you pay, or cancel your subscription in the billing portal.`}
      </p>
      <ManageBilling />
    </section>
  );
}

function Features({ labels, note }: TierPanelProps['features']) {
  return (
    <>
      <ul className="features">
        {labels.map((label) => (
          <li key={label}>
            <CheckIcon />
            {label}
          </li>
        ))}
      </ul>
      {note && <p className="tier-small">{note}</p>}
    </>
  );
}

function ManageBilling() {
  return (
    <button type="button" className="button" data-manage-billing="">
      Manage Billing
    </button>
  );
}
