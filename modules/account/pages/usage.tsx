import { describeUsage } from '../../../islands/browser/usage.ts';
import { planOfPerson } from '../../billing/contract/plans.ts';
import { m } from '../../kit/texts/m.ts';
import type { AccessAnswer } from '../../stream/contract/schemas.ts';
import type { SessionUser } from '../../web/contract/person.ts';

interface UsageProps {
  person: SessionUser;
  access: AccessAnswer | null;
  sellsPlans: boolean;
}

export function Usage({ person, access, sellsPlans }: UsageProps) {
  if (planOfPerson(person).streams === null || access?.limit === null)
    return <p className="usage-unlimited">{m.account_usage_unlimited()}</p>;
  const text = access && describeUsage(access, sellsPlans);
  if (!text) return null;
  return (
    <div
      className="usage"
      data-usage=""
      data-sells-plans={sellsPlans ? '' : undefined}
      data-warn={text.warns}
    >
      <p className="usage-line">
        <span data-usage-label="">{text.label}</span>
        <span className="numbers" data-usage-figure="">
          {text.figure}
        </span>
      </p>
      <progress className="progress" max={text.max} value={text.value} aria-label={m.account_usage_label()} />
      <p className="usage-note" data-usage-note="" aria-live="polite">
        {text.note}
      </p>
    </div>
  );
}
