import { type ReactNode, useState } from 'react';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Role } from '../../../modules/web/contract/person.ts';
import { ClockIcon, MailIcon } from '../../ui/icons.tsx';
import { localDay, localTime } from '../format.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { personAddress } from '../use-asked.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { RocketIcon } from './icons.tsx';
import { RoleBadge } from './role-badge.tsx';
import type { Selection } from './use-selection.ts';

interface UserTableProps {
  users: UserRow[];
  selection: Selection;
  disabled: boolean;
  onRole: (user: UserRow, role: Role) => void;
  onBeta: (user: UserRow) => void;
  onMail: (user: UserRow) => void;
}

export function UserTable({ users, selection, disabled, ...on }: UserTableProps) {
  const [historyOf, setHistoryOf] = useState<UserRow | null>(null);
  const { selected, hasAll, select } = selection;
  const columns: Column<UserRow>[] = [
    {
      title: m.admin_people_table_all(),
      isLabelled: true,
      head: (
        <Pick
          label={m.admin_people_table_select_all()}
          checked={hasAll}
          disabled={disabled}
          onPick={(picked) => select(users, picked)}
        />
      ),
      cell: (user) => (
        <Pick
          label={m.admin_people_table_select({ name: user.name })}
          checked={selected.has(user.id)}
          disabled={disabled}
          onPick={(picked) => select([user], picked)}
        />
      ),
    },
    { title: m.admin_people_table_avatar(), cell: (user) => <UserAvatar user={user} /> },
    {
      title: m.admin_people_table_name(),
      cell: ({ id, name }) => (
        <a href={personAddress(id)}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    { title: m.admin_people_table_email(), cell: ({ email }) => email },
    { title: m.admin_people_table_role(), cell: (user) => <RoleBadge user={user} /> },
    {
      title: m.admin_people_table_google_id(),
      isLabelled: true,
      cell: ({ google_id }) => (google_id ? <code>{google_id}</code> : m.admin_people_table_no_google_id()),
    },
    {
      title: m.admin_people_table_created(),
      isLabelled: true,
      isNumeric: true,
      cell: ({ created_at }) => <time title={localTime(created_at)}>{localDay(created_at)}</time>,
    },
    {
      title: m.admin_people_table_updated(),
      isLabelled: true,
      isNumeric: true,
      cell: ({ updated_at, last_seen }) => (
        <>
          <time title={localTime(updated_at)}>{localDay(updated_at)}</time>
          {last_seen && (
            <small title={localTime(last_seen)}>
              {m.admin_people_table_seen({ day: localDay(last_seen) })}
            </small>
          )}
        </>
      ),
    },
    {
      title: m.admin_people_table_actions(),
      cell: (user) => (
        <UserActions user={user} disabled={disabled} {...on} onHistory={() => setHistoryOf(user)} />
      ),
    },
  ];
  return (
    <>
      <ListTable
        label={m.admin_people_table_label()}
        className="users people"
        columns={columns}
        rows={users}
        keyOf={({ id }) => id}
        isSelected={({ id }) => selected.has(id)}
      />
      {historyOf && <HistoryDialog user={historyOf} onClose={() => setHistoryOf(null)} />}
    </>
  );
}

interface UserActionsProps extends Pick<UserTableProps, 'disabled' | 'onRole' | 'onBeta' | 'onMail'> {
  user: UserRow;
  onHistory: () => void;
}

function UserActions({ user, disabled, onRole, onBeta, onMail, onHistory }: UserActionsProps) {
  const { name, role } = user;
  return (
    <div className="user-actions">
      <select
        className="field"
        aria-label={m.admin_people_table_role_of({ name })}
        value={role}
        disabled={disabled}
        onChange={(event) => onRole(user, event.target.value as Role)}
      >
        {Object.entries(ROLE_NAMES).map(([value, label]) => (
          <option key={value} value={value}>
            {label()}
          </option>
        ))}
      </select>
      {role === 'user' && (
        <IconButton
          label={m.admin_people_table_beta({ name })}
          disabled={disabled}
          onClick={() => onBeta(user)}
        >
          <RocketIcon />
        </IconButton>
      )}
      <IconButton
        label={m.admin_people_table_mail({ name })}
        disabled={disabled}
        onClick={() => onMail(user)}
      >
        <MailIcon />
      </IconButton>
      <IconButton label={m.admin_people_table_history({ name })} onClick={onHistory}>
        <ClockIcon />
      </IconButton>
    </div>
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
      className="button button-quiet user-icon"
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
    <span className="avatar user-avatar" data-role={user.role} aria-hidden="true">
      <span>{([...user.name.trim()][0] ?? '?').toUpperCase()}</span>
      {user.picture && <img src={user.picture} alt="" width={32} height={32} loading="lazy" />}
    </span>
  );
}
