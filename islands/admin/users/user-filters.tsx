import { type FormEvent, useEffect, useState } from 'react';
import {
  PEOPLE_ORDERS,
  PLAN_FILTERS,
  SEEN_FILTERS,
} from '../../../modules/admin/contract/people/people-filters.ts';
import { ROLE_BADGES } from '../../../modules/admin/contract/people/role-names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { FilterActions } from '../filter-actions.tsx';
import { NO_FILTER, type UserFilter } from './use-users.ts';

const ROLES = Object.entries(ROLE_BADGES).toReversed();

interface UserFiltersProps {
  applied: UserFilter;
  onApply: (filter: UserFilter) => void;
  onClear: () => void;
}

/** Filters the user list. Nothing is requested before Apply. */
export function UserFilters({ applied, onApply, onClear }: UserFiltersProps) {
  const [filter, setFilter] = useState(applied);
  const { email, role, plan, seen, sort } = applied;
  useEffect(() => setFilter({ email, role, plan, seen, sort }), [email, role, plan, seen, sort]);
  const set = (more: Partial<UserFilter>) => setFilter({ ...filter, ...more });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...filter, email: filter.email.trim() });
  };
  return (
    <form className="admin-filters user-filters" onSubmit={submit} aria-label={m.admin_people_filter_label()}>
      <label>
        <span>{m.admin_people_filter_email()}</span>
        <input
          type="search"
          className="admin-input"
          placeholder={m.admin_people_filter_email_placeholder()}
          value={filter.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </label>
      <Choice
        label={m.admin_people_filter_role()}
        value={filter.role}
        all={m.admin_people_filter_role_all()}
        choices={Object.fromEntries(ROLES)}
        onChoose={(value) => set({ role: value })}
      />
      <Choice
        label={m.admin_people_filter_plan()}
        value={filter.plan}
        all={m.admin_people_filter_plan_all()}
        choices={PLAN_FILTERS}
        onChoose={(value) => set({ plan: value })}
      />
      <Choice
        label={m.admin_people_filter_seen()}
        value={filter.seen}
        all={m.admin_people_filter_seen_all()}
        choices={SEEN_FILTERS}
        onChoose={(value) => set({ seen: value })}
      />
      <Choice
        label={m.admin_people_filter_order()}
        value={filter.sort}
        choices={PEOPLE_ORDERS}
        onChoose={(value) => set({ sort: value })}
      />
      <FilterActions
        onClear={() => {
          setFilter(NO_FILTER);
          onClear();
        }}
      />
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** label for no choice */
  all?: string;
  choices: Readonly<Record<string, () => string>>;
  onChoose: (value: string) => void;
}

function Choice({ label, value, all, choices, onChoose }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select className="admin-select" value={value} onChange={(event) => onChoose(event.target.value)}>
        {all && <option value="">{all}</option>}
        {Object.entries(choices).map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text()}
          </option>
        ))}
      </select>
    </label>
  );
}
