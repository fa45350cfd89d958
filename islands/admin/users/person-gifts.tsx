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
          <h3 id="person-streams">{m.admin_people_gifts_streams()}</h3>
          {plan.given_streams > 0 && (
            <p className="numbers">{m.admin_people_gifts_streams_given({ count: plan.given_streams })}</p>
          )}
          <ReasonForm
            actions={[
              {
                text: m.admin_people_gifts_give(),
                label: m.admin_people_gifts_give_label({ name: user.name }),
                does: 'giveStreams',
              },
              ...(plan.given_streams > 0
                ? [
                    {
                      text: m.admin_people_gifts_take(),
                      label: m.admin_people_gifts_take_label({ name: user.name }),
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
              {m.admin_people_gifts_count()}
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
          <h3 id="person-given">{m.admin_people_gifts_plan()}</h3>
          <p>{m.admin_people_gifts_plan_text()}</p>
          <ReasonForm
            actions={[
              {
                text: m.admin_people_gifts_plan_give(),
                label: m.admin_people_gifts_plan_give_label({ name: user.name }),
                takes: false,
              },
              ...(plan.is_given
                ? [
                    {
                      text: m.admin_people_gifts_plan_take(),
                      label: m.admin_people_gifts_plan_take_label({ name: user.name }),
                      takes: true,
                      isDanger: true,
                    },
                  ]
                : []),
            ]}
            label={m.admin_forms_reason_person({ name: user.name })}
            hasEnd
            endless={m.admin_people_gifts_plan_endless()}
            onDecide={({ action: { takes }, reason, until, form }) =>
              change(
                takes
                  ? { action: 'takePlan', reason }
                  : { action: 'givePlan', tier: form.get('tier'), reason, ...(until && { until }) },
              )
            }
          >
            <select className="field" name="tier" aria-label={m.admin_people_gifts_plan_label()}>
              {soldPlans().map(({ tier, name }) => (
                <option key={tier} value={tier} translate="no">
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
