import { type FormEvent, useEffect, useState } from 'react';
import {
  PEOPLE_ORDERS,
  PLAN_FILTERS,
  SEEN_FILTERS,
} from '../../../modules/admin/contract/people/people-filters.ts';
import { ROLE_LABELS } from '../../../modules/auth/contract/roles.ts';
import { FilterActions } from '../filter-actions.tsx';
import { NO_FILTER, type UserFilter } from './use-users.ts';

const ROLES = Object.keys(ROLE_LABELS).toReversed();

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
    <form className="admin-filters user-filters" onSubmit={submit} aria-label="Filter users">
      <label>
        <span>Email</span>
        <input
          type="search"
          className="admin-input"
          placeholder="Search by email..."
          value={filter.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </label>
      <Choice
        label="Role"
        value={filter.role}
        all="All Roles"
        choices={Object.fromEntries(ROLES.map((one) => [one, one]))}
        onChoose={(value) => set({ role: value })}
      />
      <Choice
        label="Plan"
        value={filter.plan}
        all="Any plan"
        choices={PLAN_FILTERS}
        onChoose={(value) => set({ plan: value })}
      />
      <Choice
        label="Seen"
        value={filter.seen}
        all="Any time"
        choices={SEEN_FILTERS}
        onChoose={(value) => set({ seen: value })}
      />
      <Choice
        label="Order"
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
  choices: Readonly<Record<string, string>>;
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
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
