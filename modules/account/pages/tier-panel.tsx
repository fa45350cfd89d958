import type { ReactNode } from 'react';
import { CheckIcon } from '../../../islands/ui/icons.tsx';
import { betterThan, planOfPerson, type ShownPrices } from '../../billing/contract/plans.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';

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
        <h2 id="tier-title">{m.account_tier_title()}</h2>
        <p>{m.account_tier_admin()}</p>
      </section>
    );
  }
  if (next && plan.tier === null) {
    return (
      <section className="card tier tier-offer" aria-labelledby="tier-title">
        <h2 id="tier-title">{m.account_tier_full_access()}</h2>
        <p className="tier-price">{m.account_tier_starting_at({ amount: prices[next.tier], price: bold })}</p>
        <Features {...features} />
        <a className="button button-primary button-large" href="/checkout">
          {m.account_tier_view_plans()}
        </a>
        <p className="tier-small">{m.account_tier_trial_note()}</p>
      </section>
    );
  }
  if (next) {
    return (
      <section className="card tier tier-offer" aria-labelledby="tier-title">
        <h2 id="tier-title">
          {others.length === 0 ? m.account_tier_upgrade_to({ plan: next.name }) : m.account_tier_upgrade()}
        </h2>
        <p className="tier-price">
          {others.length > 0
            ? m.account_tier_starting_at({ amount: prices[next.tier], price: bold })
            : m.account_tier_per_month({ amount: prices[next.tier], price: bold })}
        </p>
        <Features {...features} />
        <a className="button button-primary button-large" href="/checkout">
          {m.account_tier_upgrade_now()}
        </a>
        <ManageBilling />
        <p className="tier-small">{m.account_tier_upgrade_note()}</p>
      </section>
    );
  }
  return (
    <section className="card tier" aria-labelledby="tier-title">
      <h2 id="tier-title">{m.account_tier_title()}</h2>
      <p>
        {person.subscription_tier
          ? m.account_tier_manage_text()
          : m.account_tier_manage_given({ plan: 'name' in plan ? plan.name : plan.label() })}
      </p>
      <ManageBilling />
    </section>
  );
}

const bold = (words: ReactNode) => <strong>{words}</strong>;

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
      {m.account_tier_manage()}
    </button>
  );
}
