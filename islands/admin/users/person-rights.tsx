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
      <h3 id="person-rights">Their data</h3>
      <p>For requests about their data. Each step is audited and needs fresh proof that it is you.</p>
      <ReasonForm
        actions={[{ text: 'Download all', label: `Download all data of ${user.name}` }]}
        label={m.admin_forms_reason_person({ name: user.name })}
        onDecide={({ reason }) => download(reason)}
      />
      <ReasonForm
        actions={[{ text: 'Correct', label: `Correct name and address of ${user.name}` }]}
        label={m.admin_forms_reason_person({ name: user.name })}
        onDecide={({ reason, form }) =>
          onChange({ action: 'correct', name: form.get('name'), email: form.get('email'), reason })
        }
      >
        <label>
          Name
          <input className="field" name="name" defaultValue={user.name} required maxLength={100} />
        </label>
        <label>
          E-mail (the old address gets a link to undo this)
          <input className="field" name="email" defaultValue={user.email} required maxLength={254} />
        </label>
      </ReasonForm>
      {user.role !== 'admin' && (
        <ReasonForm
          actions={[{ text: 'Erase now', label: `Erase now: the account of ${user.name}`, isDanger: true }]}
          label={m.admin_forms_reason_person({ name: user.name })}
          onDecide={({ reason, form }) =>
            onChange({ action: 'erase', confirmation: form.get('confirmation'), reason })
          }
        >
          <label>
            Deletes everything at once, without the days of grace. Type {user.email} to confirm.
            <input className="field" name="confirmation" autoComplete="off" required maxLength={254} />
          </label>
        </ReasonForm>
      )}
    </section>
  );
}
