import type { ControllerRenderProps } from 'react-hook-form';
import type { Tier } from '../../modules/auth/schemas.ts';
import type { CheckoutForm } from '../../modules/billing/schemas.ts';
import { PLANS } from '../../modules/billing/shared/plans.ts';
import { CheckIcon } from '../ui/icons.tsx';

/** Features and monthly price of each plan, in words. */
export type Offers = Record<Tier, { features: string[]; price: string }>;

type PlanField = ControllerRenderProps<CheckoutForm, 'plan'>;

interface PlanChoiceProps {
  field: PlanField;
  /** a subscriber of the basic plan, for whom only premium is left */
  upgrade: boolean;
  offers: Offers;
}

export function PlanChoice({ field, upgrade, offers }: PlanChoiceProps) {
  return (
    <fieldset className="plans">
      <legend className="visually-hidden">Plan</legend>
      <Plan
        field={field}
        tier="basic"
        {...offers.basic}
        {...(upgrade && { mark: 'Current Plan', disabled: true })}
      />
      <Plan field={field} tier="premium" {...offers.premium} {...(upgrade && { mark: 'UPGRADE' })} />
    </fieldset>
  );
}

interface PlanProps {
  field: PlanField;
  tier: Tier;
  features: string[];
  price: string;
  mark?: string;
  disabled?: boolean;
}

function Plan({ field, tier, features, price, mark, disabled = false }: PlanProps) {
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
        <span className="plan-name">{name}</span>
        {mark && <span className="plan-mark">{mark}</span>}
        <span className="plan-price">
          <strong>{price}</strong> per month
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
