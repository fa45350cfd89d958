import type { ControllerRenderProps } from 'react-hook-form';
import type { Tier } from '../../modules/auth/schemas.ts';
import type { CheckoutForm } from '../../modules/billing/schemas.ts';
import { PLANS } from '../../modules/billing/shared/plans.ts';
import { CheckIcon } from '../icons.tsx';

export interface PlanLimits {
  /** streams in a month of the basic plan */
  basicStreams: number;
  /** length of a stream */
  minutes: number;
}

type PlanField = ControllerRenderProps<CheckoutForm, 'plan'>;

interface PlanChoiceProps {
  field: PlanField;
  /** a subscriber of the basic plan, for whom only premium is left */
  upgrade: boolean;
  limits: PlanLimits;
}

export function PlanChoice({ field, upgrade, limits }: PlanChoiceProps) {
  const length = `${limits.minutes} minutes per stream`;
  return (
    <fieldset className="plans">
      <legend className="visually-hidden">Plan</legend>
      <Plan
        field={field}
        tier="basic"
        features={[`${limits.basicStreams} AI video streams per month`, length, 'Cancel anytime']}
        {...(upgrade && { mark: 'Current Plan', disabled: true })}
      />
      <Plan
        field={field}
        tier="premium"
        features={[
          'Unlimited streams',
          length,
          'Voice commands',
          'Custom AI instructions',
          'Permanent storage',
        ]}
        {...(upgrade && { mark: 'UPGRADE' })}
      />
    </fieldset>
  );
}

interface PlanProps {
  field: PlanField;
  tier: Tier;
  features: string[];
  mark?: string;
  disabled?: boolean;
}

function Plan({ field, tier, features, mark, disabled = false }: PlanProps) {
  const { name, price } = PLANS[tier];
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
