import { type ReactNode, useState } from 'react';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_LABELS } from '../../../modules/auth/contract/roles.ts';
import type { Role } from '../../../modules/auth/contract/schemas.ts';
import { ClockIcon, MailIcon, RocketIcon } from '../../ui/icons.tsx';
import { localDay, localTime } from '../format.ts';
import { personAddress } from '../use-asked.ts';
import { HistoryDialog } from './history-dialog.tsx';

interface UserTableProps {
  users: UserRow[];
  selected: ReadonlyMap<string, UserRow>;
  allSelected: boolean;
  disabled: boolean;
  onSelect: (users: UserRow[], on: boolean) => void;
  onRole: (user: UserRow, role: Role) => void;
  onBeta: (user: UserRow) => void;
  onMail: (user: UserRow) => void;
}

export function UserTable({ users, selected, allSelected, disabled, ...on }: UserTableProps) {
  const [historyOf, setHistoryOf] = useState<UserRow | null>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="user-scroll" aria-label="Users" tabIndex={0}>
      <table className="users people">
        <thead>
          <tr>
            <th scope="col">
              <Pick
                label="Select all users on this page"
                checked={allSelected}
                disabled={disabled}
                onPick={(picked) => on.onSelect(users, picked)}
              />
            </th>
            <th scope="col">Avatar</th>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Google ID</th>
            <th scope="col">Created</th>
            <th scope="col">Updated</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} data-selected={selected.has(user.id) || undefined}>
              <td>
                <Pick
                  label={`Select ${user.name}`}
                  checked={selected.has(user.id)}
                  disabled={disabled}
                  onPick={(picked) => on.onSelect([user], picked)}
                />
              </td>
              <td>
                <UserAvatar user={user} />
              </td>
              <td>
                <a href={personAddress(user.id)}>{user.name}</a>
              </td>
              <td>{user.email}</td>
              <td>
                <span className="role-badge" data-role={user.role}>
                  {user.role}
                  {user.subscription_tier && <small> {user.subscription_tier}</small>}
                </span>
              </td>
              <td data-label="Google ID">
                <code>{user.google_id || 'N/A'}</code>
              </td>
              <td className="numbers" data-label="Created">
                <time title={localTime(user.created_at)}>{localDay(user.created_at)}</time>
              </td>
              <td className="numbers" data-label="Updated">
                <time title={localTime(user.updated_at)}>{localDay(user.updated_at)}</time>
                {user.last_seen && (
                  <small title={localTime(user.last_seen)}>seen {localDay(user.last_seen)}</small>
                )}
              </td>
              <td>
                <div className="user-actions">
                  <select
                    className="admin-select"
                    aria-label={`Role of ${user.name}`}
                    value={user.role}
                    disabled={disabled}
                    onChange={(event) => on.onRole(user, event.target.value as Role)}
                  >
                    {Object.entries(ROLE_LABELS).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                  {user.role === 'user' && (
                    <IconButton
                      label={`Add ${user.name} to beta`}
                      disabled={disabled}
                      onClick={() => on.onBeta(user)}
                    >
                      <RocketIcon />
                    </IconButton>
                  )}
                  <IconButton
                    label={`Send email to ${user.name}`}
                    disabled={disabled}
                    onClick={() => on.onMail(user)}
                  >
                    <MailIcon />
                  </IconButton>
                  <IconButton label={`History of ${user.name}`} onClick={() => setHistoryOf(user)}>
                    <ClockIcon />
                  </IconButton>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {historyOf && <HistoryDialog user={historyOf} onClose={() => setHistoryOf(null)} />}
    </section>
  );
}

interface PickProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onPick: (picked: boolean) => void;
}

function Pick({ label, checked, disabled, onPick }: PickProps) {
  return (
    <label className="user-pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onPick(event.target.checked)}
      />
    </label>
  );
}

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ label, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="admin-button user-icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function UserAvatar({ user }: { user: UserRow }) {
  return (
    <span className="user-avatar" data-role={user.role} aria-hidden="true">
      <span>{([...user.name.trim()][0] ?? '?').toUpperCase()}</span>
      {user.picture && <img src={user.picture} alt="" width={32} height={32} loading="lazy" />}
    </span>
  );
}
