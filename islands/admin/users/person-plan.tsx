import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { statusName } from '../../../modules/billing/contract/status-names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { localTime } from '../format.ts';
import { Facts } from '../lines.tsx';

/** A user's plan: how much of it is used, where it comes from and when it ends. */
export function PersonPlan({ plan }: Pick<PersonAnswer, 'plan'>) {
  return (
    <section aria-labelledby="person-plan">
      <h3 id="person-plan">{m.admin_people_person_plan()}</h3>
      <Facts
        facts={[
          [
            m.admin_people_person_streams(),
            plan.limit === null
              ? m.admin_people_person_streams_unlimited({ used: plan.used })
              : m.admin_people_person_streams_used({ used: plan.used, limit: plan.limit }),
          ],
          [m.admin_people_person_since(), plan.since && localTime(plan.since)],
          [m.admin_people_person_until(), plan.until && localTime(plan.until)],
          [
            m.admin_people_person_source(),
            plan.source && plan.by
              ? m.admin_people_person_source_by({ source: plan.source, operator: plan.by })
              : plan.source,
          ],
          [m.admin_people_person_subscription(), plan.subscription && subscriptionText(plan.subscription)],
          [
            m.admin_people_person_stripe(),
            plan.stripe_customer && (
              <a
                key="stripe"
                href={`https://dashboard.stripe.com/customers/${encodeURIComponent(plan.stripe_customer)}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                {plan.stripe_customer}
              </a>
            ),
          ],
        ]}
      />
    </section>
  );
}

/** Its state, and its end or renewal while it is active. */
function subscriptionText({
  status,
  cancels,
  until,
}: NonNullable<PersonAnswer['plan']['subscription']>): string {
  const name = statusName(status);
  if (status === 'canceled' || status === 'incomplete_expired') return name;
  const slots = { status: name, time: localTime(until) };
  return cancels ? m.admin_people_subscription_ends(slots) : m.admin_people_subscription_renews(slots);
}
