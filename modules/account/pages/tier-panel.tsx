import { CheckIcon } from '../../../islands/icons.tsx';
import type { SessionUser } from '../../auth/schemas.ts';
import { PLANS, planOfPerson } from '../../billing/shared/plans.ts';

const PREMIUM_FEATURES = [
  'Voice commands',
  'Unlimited streams',
  'Fast generation',
  'Custom AI instructions',
  'HD video',
  'Permanent storage',
];

/** What a person can do next about the plan; nothing where none are sold. */
export function TierPanel({ person, sellsPlans }: { person: SessionUser; sellsPlans: boolean }) {
  if (!sellsPlans && person.role !== 'admin') return null;
  switch (planOfPerson(person).id) {
    case 'trial':
      return (
        <section className="card tier tier-offer" aria-labelledby="tier-title">
          <h2 id="tier-title">Get Full Access</h2>
          <p className="tier-price">
            Starting at <strong>{PLANS.basic.price}</strong> per month
          </p>
          <Features />
          <a className="button button-primary button-large" href="/checkout">
            View Plans
          </a>
          <p className="tier-small">Cancel anytime • No commitment</p>
        </section>
      );
    case 'basic':
      return (
        <section className="card tier tier-offer" aria-labelledby="tier-title">
          <h2 id="tier-title">Upgrade to Premium</h2>
          <p className="tier-price">
            <strong>{PLANS.premium.price}</strong> per month
          </p>
          <Features />
          <a className="button button-primary button-large" href="/checkout">
            Upgrade Now
          </a>
          <ManageBilling />
          <p className="tier-small">Cancel anytime • Keep your current billing date</p>
        </section>
      );
    case 'premium':
      return (
        <section className="card tier" aria-labelledby="tier-title">
          <h2 id="tier-title">Subscription Management</h2>
          <p>See your invoices, change how you pay, or cancel your subscription in the billing portal.</p>
          <ManageBilling />
        </section>
      );
    case 'admin':
      return (
        <section className="card tier" aria-labelledby="tier-title">
          <h2 id="tier-title">Subscription Management</h2>
          <p>You have administrator access to all features.</p>
        </section>
      );
  }
}

function Features() {
  return (
    <ul className="features">
      {PREMIUM_FEATURES.map((feature) => (
        <li key={feature}>
          <CheckIcon />
          {feature}
        </li>
      ))}
    </ul>
  );
}

function ManageBilling() {
  return (
    <button type="button" className="button" data-manage-billing="">
      Manage Billing
    </button>
  );
}
