import { type FormEvent, useEffect, useState } from 'react';
import { ROLE_LABELS } from '../../../modules/auth/shared/roles.ts';
import { FilterActions } from '../filter-actions.tsx';

const FILTER_ROLES = Object.keys(ROLE_LABELS).toReversed();

interface UserFiltersProps {
  applied: { email: string; role: string };
  onApply: (filter: { email: string; role: string }) => void;
  onClear: () => void;
}

/** Which users are listed; nothing is asked for before Apply. */
export function UserFilters({ applied, onApply, onClear }: UserFiltersProps) {
  const [email, setEmail] = useState(applied.email);
  const [role, setRole] = useState(applied.role);
  useEffect(() => {
    setEmail(applied.email);
    setRole(applied.role);
  }, [applied.email, applied.role]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ email: email.trim(), role });
  };
  return (
    <form className="admin-filters user-filters" onSubmit={submit} aria-label="Filter users">
      <label>
        <span>Email</span>
        <input
          type="search"
          className="admin-input"
          placeholder="Search by email..."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <label>
        <span>Role</span>
        <select className="admin-select" value={role} onChange={(event) => setRole(event.target.value)}>
          <option value="">All Roles</option>
          {FILTER_ROLES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <FilterActions
        onClear={() => {
          setEmail('');
          setRole('');
          onClear();
        }}
      />
    </form>
  );
}
