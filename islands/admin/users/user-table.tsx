import { type ReactNode, useState } from 'react';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import type { Role } from '../../../modules/auth/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { ClockIcon, MailIcon, RocketIcon } from '../../ui/icons.tsx';
import { localDay, localTime } from '../format.ts';
import { personAddress } from '../use-asked.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { RoleBadge } from './role-badge.tsx';

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
    <section className="user-scroll" aria-label={m.admin_people_table_label()} tabIndex={0}>
      <table className="users people">
        <thead>
          <tr>
            <th scope="col">
              <Pick
                label={m.admin_people_table_select_all()}
                checked={allSelected}
                disabled={disabled}
                onPick={(picked) => on.onSelect(users, picked)}
              />
            </th>
            <th scope="col">{m.admin_people_table_avatar()}</th>
            <th scope="col">{m.admin_people_table_name()}</th>
            <th scope="col">{m.admin_people_table_email()}</th>
            <th scope="col">{m.admin_people_table_role()}</th>
            <th scope="col">{m.admin_people_table_google_id()}</th>
            <th scope="col">{m.admin_people_table_created()}</th>
            <th scope="col">{m.admin_people_table_updated()}</th>
            <th scope="col">{m.admin_people_table_actions()}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} data-selected={selected.has(user.id) || undefined}>
              <td>
                <Pick
                  label={m.admin_people_table_select({ name: user.name })}
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
                <RoleBadge user={user} />
              </td>
              <td data-label={m.admin_people_table_google_id()}>
                <code>{user.google_id || m.admin_people_table_no_google_id()}</code>
              </td>
              <td className="numbers" data-label={m.admin_people_table_created()}>
                <time title={localTime(user.created_at)}>{localDay(user.created_at)}</time>
              </td>
              <td className="numbers" data-label={m.admin_people_table_updated()}>
                <time title={localTime(user.updated_at)}>{localDay(user.updated_at)}</time>
                {user.last_seen && (
                  <small title={localTime(user.last_seen)}>
                    {m.admin_people_table_seen({ day: localDay(user.last_seen) })}
                  </small>
                )}
              </td>
              <td>
                <div className="user-actions">
                  <select
                    className="admin-select"
                    aria-label={m.admin_people_table_role_of({ name: user.name })}
                    value={user.role}
                    disabled={disabled}
                    onChange={(event) => on.onRole(user, event.target.value as Role)}
                  >
                    {Object.entries(ROLE_NAMES).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label()}
                      </option>
                    ))}
                  </select>
                  {user.role === 'user' && (
                    <IconButton
                      label={m.admin_people_table_beta({ name: user.name })}
                      disabled={disabled}
                      onClick={() => on.onBeta(user)}
                    >
                      <RocketIcon />
                    </IconButton>
                  )}
                  <IconButton
                    label={m.admin_people_table_mail({ name: user.name })}
                    disabled={disabled}
                    onClick={() => on.onMail(user)}
                  >
                    <MailIcon />
                  </IconButton>
                  <IconButton
                    label={m.admin_people_table_history({ name: user.name })}
                    onClick={() => setHistoryOf(user)}
                  >
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
