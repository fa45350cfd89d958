import type { ControllerRenderProps } from 'react-hook-form';
import {
  canUpgrade,
  PLANS,
  type Plan as PlanOfPerson,
  rankOf,
} from '../../modules/billing/contract/plans.ts';
import type { CheckoutForm } from '../../modules/billing/contract/schemas.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { TIERS, type Tier } from '../../modules/web/contract/tiers.ts';
import { CheckIcon } from '../ui/icons.tsx';

/** Features and monthly price of each plan, as text. */
export type Offers = Record<Tier, { features: string[]; price: string }>;

type PlanField = ControllerRenderProps<CheckoutForm, 'plan'>;

interface PlanChoiceProps {
  field: PlanField;
  /** The person's current plan; plans that aren't better are disabled. */
  has: PlanOfPerson;
  offers: Offers;
}

export function PlanChoice({ field, has, offers }: PlanChoiceProps) {
  const upgrade = canUpgrade(has);
  return (
    <fieldset className="plans">
      <legend className="visually-hidden">{m.billing_checkout_plan()}</legend>
      {TIERS.map((tier) => {
        const disabled = upgrade && rankOf(PLANS[tier]) <= rankOf(has);
        const offer = disabled ? '' : m.billing_checkout_better();
        const mark = tier === has.tier ? m.billing_checkout_current() : offer;
        return (
          <Plan
            key={tier}
            field={field}
            tier={tier}
            {...offers[tier]}
            disabled={disabled}
            mark={upgrade ? mark : ''}
          />
        );
      })}
    </fieldset>
  );
}

interface PlanProps {
  field: PlanField;
  tier: Tier;
  features: string[];
  price: string;
  mark: string;
  disabled: boolean;
}

function Plan({ field, tier, features, price, mark, disabled }: PlanProps) {
  const { name } = PLANS[tier];
  const featuresId = `plan-${tier}-features`;
  return (
    <div className="plan">
      <label className="plan-choice">
        <input
          {...field}
          type="radio"
          value={tier}
          checked={field.value === tier}
          disabled={disabled}
          aria-describedby={featuresId}
        />
        <span className="plan-name" translate="no">
          {name}
        </span>
        {mark && <span className="plan-mark">{mark}</span>}
        <span className="plan-price">
          {m.billing_checkout_price({ price, strong: (words) => <strong>{words}</strong> })}
        </span>
      </label>
      <ul className="features" id={featuresId}>
        {features.map((feature) => (
          <li key={feature}>
            <CheckIcon />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}
