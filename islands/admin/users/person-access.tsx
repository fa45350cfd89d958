import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { ReasonForm } from '../reason-form.tsx';

interface PersonAccessProps extends Pick<PersonAnswer, 'user'> {
  change: (body: object) => Promise<void>;
}

/** Suspends a user or lifts it, and closes the account. */
export function PersonAccess({ user, change }: PersonAccessProps) {
  const { suspended } = user;
  return (
    <>
      <section aria-labelledby="person-access">
        <h3 id="person-access">
          {suspended ? m.admin_people_person_lift() : m.admin_people_person_suspend()}
        </h3>
        {user.role === 'admin' ? (
          <p>{m.admin_people_person_suspend_admin()}</p>
        ) : suspended ? (
          <ReasonForm
            actions={[
              {
                text: m.admin_people_person_lift_button(),
                label: m.admin_people_person_lift_label({ name: user.name }),
              },
            ]}
            label={m.admin_forms_reason_person({ name: user.name })}
            onDecide={({ reason }) => change({ action: 'lift', reason })}
          />
        ) : (
          <>
            <p>{m.admin_people_person_suspend_text()}</p>
            <ReasonForm
              actions={[
                {
                  text: m.admin_people_person_suspend_button(),
                  label: m.admin_people_person_suspend_label({ name: user.name }),
                  isDanger: true,
                },
              ]}
              label={m.admin_forms_reason_person({ name: user.name })}
              hasEnd
              onDecide={({ reason, until }) => change({ action: 'suspend', reason, ...(until && { until }) })}
            />
          </>
        )}
      </section>
      {user.role !== 'admin' && !user.erasure_at && (
        <section aria-labelledby="person-close">
          <h3 id="person-close">{m.admin_people_person_close()}</h3>
          <p>{m.admin_people_person_close_text()}</p>
          <ReasonForm
            actions={[
              {
                text: m.admin_people_person_close_button(),
                label: m.admin_people_person_close_label({ name: user.name }),
                isDanger: true,
              },
            ]}
            label={m.admin_forms_reason_operators()}
            onDecide={({ reason }) => change({ action: 'closeAccount', reason })}
          />
        </section>
      )}
    </>
  );
}
