import type { PersonAnswer } from '../../../modules/admin/contract/people/person.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { ReasonForm } from '../reason-form.tsx';

interface PersonRightsProps {
  user: PersonAnswer['user'];
  onChange: (body: object) => Promise<void>;
}

/** Answers a user's request about their data. */
export function PersonRights({ user, onChange }: PersonRightsProps) {
  const download = async (reason: string) => {
    const asked = { action: 'exportData', userId: user.id, reason };
    const { url } = await adminApi<{ url: string }>('person-data', asked);
    location.assign(url);
  };
  return (
    <section aria-labelledby="person-rights">
      <h3 id="person-rights">{m.admin_people_rights_title()}</h3>
      <p>{m.admin_people_rights_text()}</p>
      <ReasonForm
        actions={[
          {
            text: m.admin_people_rights_download(),
            label: m.admin_people_rights_download_label({ name: user.name }),
          },
        ]}
        label={m.admin_forms_reason_person({ name: user.name })}
        onDecide={({ reason }) => download(reason)}
      />
      <ReasonForm
        actions={[
          {
            text: m.admin_people_rights_correct(),
            label: m.admin_people_rights_correct_label({ name: user.name }),
          },
        ]}
        label={m.admin_forms_reason_person({ name: user.name })}
        onDecide={({ reason, form }) =>
          onChange({ action: 'correct', name: form.get('name'), email: form.get('email'), reason })
        }
      >
        <label>
          {m.admin_people_rights_name()}
          <input className="field" name="name" dir="auto" defaultValue={user.name} required maxLength={100} />
        </label>
        <label>
          {m.admin_people_rights_email()}
          <input
            className="field"
            name="email"
            dir="auto"
            defaultValue={user.email}
            required
            maxLength={254}
          />
        </label>
      </ReasonForm>
      {user.role !== 'admin' && (
        <ReasonForm
          actions={[
            {
              text: m.admin_people_rights_erase(),
              label: m.admin_people_rights_erase_label({ name: user.name }),
              isDanger: true,
            },
          ]}
          label={m.admin_forms_reason_person({ name: user.name })}
          onDecide={({ reason, form }) =>
            onChange({ action: 'erase', confirmation: form.get('confirmation'), reason })
          }
        >
          <label>
            {m.admin_people_rights_confirm({ email: user.email })}
            <input className="field" name="confirmation" autoComplete="off" required maxLength={254} />
          </label>
        </ReasonForm>
      )}
    </section>
  );
}
