import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { soldPlans } from '../../../modules/billing/contract/plans.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { ReasonForm } from '../reason-form.tsx';

interface PersonGiftsProps extends Pick<PersonAnswer, 'user' | 'plan'> {
  change: (body: object) => Promise<void>;
}

/** Streams and plans that operators give and take away. */
export function PersonGifts({ user, plan, change }: PersonGiftsProps) {
  return (
    <>
      {plan.limit !== null && (
        <section aria-labelledby="person-streams">
          <h3 id="person-streams">Give streams</h3>
          {plan.given_streams > 0 && (
            <p className="numbers">{plan.given_streams} of their streams were gifts.</p>
          )}
          <ReasonForm
            actions={[
              { text: 'Give', label: `Give streams to ${user.name}`, does: 'giveStreams' },
              ...(plan.given_streams > 0
                ? [
                    {
                      text: 'Take away',
                      label: `Take streams away from ${user.name}`,
                      does: 'takeStreams',
                      isDanger: true,
                    },
                  ]
                : []),
            ]}
            label={m.admin_forms_reason_person({ name: user.name })}
            onDecide={({ action, reason, form }) =>
              change({ action: action.does, streams: Number(form.get('streams')), reason })
            }
          >
            <label className="given-streams">
              How many
              <input
                className="field numbers"
                type="number"
                name="streams"
                defaultValue={1}
                min={1}
                max={1000}
                required
              />
            </label>
          </ReasonForm>
        </section>
      )}
      {user.role !== 'admin' && (
        <section aria-labelledby="person-given">
          <h3 id="person-given">Give a plan</h3>
          <p>It replaces any plan given before. A paid plan stays.</p>
          <ReasonForm
            actions={[
              { text: 'Give the plan', label: `Give the plan to ${user.name}`, takes: false },
              ...(plan.is_given
                ? [
                    {
                      text: 'Take away',
                      label: `Take the given plan away from ${user.name}`,
                      takes: true,
                      isDanger: true,
                    },
                  ]
                : []),
            ]}
            label={m.admin_forms_reason_person({ name: user.name })}
            hasEnd
            endless="For good"
            onDecide={({ action: { takes }, reason, until, form }) =>
              change(
                takes
                  ? { action: 'takePlan', reason }
                  : { action: 'givePlan', tier: form.get('tier'), reason, ...(until && { until }) },
              )
            }
          >
            <select className="admin-select" name="tier" aria-label="Plan">
              {soldPlans().map(({ tier, name }) => (
                <option key={tier} value={tier}>
                  {name}
                </option>
              ))}
            </select>
          </ReasonForm>
        </section>
      )}
    </>
  );
}
