import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { USER_PAGE_SIZES } from '../../../modules/admin/limits.ts';
import type { MailJobAnswer, UserRow } from '../../../modules/admin/schemas.ts';
import type { Role } from '../../../modules/auth/schemas.ts';
import { ROLE_LABELS, roleLabel } from '../../../modules/auth/shared/roles.ts';
import { adminApi } from '../../api.ts';
import { confirmed, showAlert } from '../../dialogs.ts';
import { MailModal } from '../mail/mail-modal.tsx';
import { objectionToRole, objectionToSelection, type Recipients } from '../mail/recipients.ts';
import { Pagination } from '../pagination.tsx';
import { useLive } from '../use-live.ts';
import { useBeta } from './use-beta.ts';
import { FIRST_PAGE, fetchAllUsers, useUsers } from './use-users.ts';
import { UserTable } from './user-table.tsx';

const JOB_WATCH_MS = 5_000;
const FILTER_ROLES = Object.keys(ROLE_LABELS).toReversed();

export function UsersView({ appName }: { appName: string }) {
  const { query, users, total, loading, load } = useUsers();
  const [selected, setSelected] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const reload = () => load({ ...query, page: 1, limit: FIRST_PAGE.limit });
  const beta = useBeta(reload);
  const [fetching, setFetching] = useState(false);
  const [mail, setMail] = useState<{ to: Recipients | null; job: MailJobAnswer | null } | null>(null);
  const clearSelection = useCallback(() => setSelected(new Map()), []);
  const runningJob = useRunningJob(mail === null);
  // Who is selected keeps up with what the list says of them: a role may have changed.
  useEffect(() => {
    setSelected((before) => {
      const changed = users.filter(({ id }) => before.has(id));
      return changed.length > 0
        ? new Map([...before, ...changed.map((row) => [row.id, row] as const)])
        : before;
    });
  }, [users]);
  const busy = loading || beta.busy || fetching;
  const allSelected = users.length > 0 && users.every(({ id }) => selected.has(id));

  function select(rows: UserRow[], on: boolean) {
    const next = new Map(selected);
    for (const row of rows) {
      if (on) next.set(row.id, row);
      else next.delete(row.id);
    }
    setSelected(next);
  }

  async function changeRole(user: UserRow, role: Role) {
    if (role === user.role) return;
    const question = `Change ${user.name}'s role from ${roleLabel(user.role)} to ${roleLabel(role)}?`;
    if (!(await confirmed(question))) return;
    try {
      await adminApi('user-data', { action: 'updateUserRole', userId: user.id, role });
    } catch (error) {
      console.error('Failed to update user role', error);
      await showAlert('Failed to update user role');
    }
    reload();
  }

  function mailSelected() {
    const chosen = [...selected.values()];
    const objection = objectionToSelection(chosen);
    if (objection) return showAlert(objection);
    setMail({ to: { kind: 'selected', users: chosen }, job: null });
  }

  function mailRole() {
    const objection = objectionToRole(query.role);
    return objection ? showAlert(objection) : mailAudience(query.role);
  }

  async function mailAudience(role: string) {
    const everybody = role === '';
    if (everybody) {
      const warning = '⚠️ This will send an email to ALL users in the database. Do you want to go on?';
      if (!(await confirmed(warning))) return;
    }
    setFetching(true);
    const answer = await fetchAllUsers(role || undefined).catch((error: unknown) => {
      console.error('Failed to fetch users', error);
      return null;
    });
    setFetching(false);
    if (!answer) return showAlert('Failed to fetch users for bulk email');
    const total = answer.totalCount;
    if (total === 0) {
      return showAlert(
        everybody ? 'No users found in the database' : `No users found with role: ${roleLabel(role)}`,
      );
    }
    if (everybody && !(await confirmed(`You are about to email ${total} users. Continue?`))) return;
    const audience = everybody ? 'all' : (role as Role);
    setMail({ to: { kind: 'audience', audience, users: answer.users, total }, job: null });
  }

  return (
    <section className="admin-view" aria-labelledby="users-title">
      <h2 id="users-title" className="numbers">
        User Management ({total})
      </h2>
      <UserFilters
        applied={query}
        onApply={(filter) => load({ ...query, ...filter, page: 1 })}
        onClear={() => load({ ...FIRST_PAGE, limit: query.limit })}
      />
      <div className="user-bar">
        <button
          type="button"
          className="admin-button"
          title="Send email to ALL users in database"
          disabled={busy}
          onClick={() => mailAudience('')}
        >
          Email All Users
        </button>
        {query.role && (
          <button
            type="button"
            className="admin-button"
            title={`Email All Users (role ${query.role})`}
            disabled={busy}
            onClick={mailRole}
          >
            Email All {roleLabel(query.role)}s
          </button>
        )}
        <button
          type="button"
          className="admin-button"
          disabled={busy || users.length === 0}
          onClick={() => select(users, !allSelected)}
        >
          {allSelected ? 'Deselect All' : 'Select All'} ({users.length})
        </button>
        {selected.size > 0 && (
          <>
            <strong className="numbers">{selected.size} user(s) selected</strong>
            <button
              type="button"
              className="admin-button"
              disabled={busy}
              onClick={() => beta.grantMany([...selected.values()])}
            >
              Add to Beta
            </button>
            <button type="button" className="admin-button" disabled={busy} onClick={mailSelected}>
              Send Bulk Email
            </button>
            <button type="button" className="admin-button" disabled={busy} onClick={clearSelection}>
              Clear Selection
            </button>
          </>
        )}
        {runningJob && mail === null && (
          <button
            type="button"
            className="admin-button user-sending numbers"
            onClick={() => setMail({ to: null, job: runningJob })}
          >
            Sending {runningJob.sent + runningJob.failed + runningJob.skipped} / {runningJob.total}
          </button>
        )}
      </div>
      {loading ? (
        <p className="admin-note" role="status">
          Loading users...
        </p>
      ) : users.length === 0 ? (
        <p className="admin-note">No users found matching your criteria.</p>
      ) : (
        <UserTable
          users={users}
          selected={selected}
          allSelected={allSelected}
          disabled={busy}
          onSelect={select}
          onRole={changeRole}
          onBeta={beta.grantOne}
          onMail={(user) => setMail({ to: { kind: 'one', user }, job: null })}
        />
      )}
      <Pagination
        page={query.page}
        limit={query.limit}
        total={total}
        sizes={USER_PAGE_SIZES}
        noun="users"
        buttons={0}
        disabled={busy}
        onPage={(page) => load({ ...query, page })}
        onLimit={(limit) => load({ ...query, limit, page: 1 })}
      />
      {mail && (
        <MailModal appName={appName} {...mail} onSent={clearSelection} onClose={() => setMail(null)} />
      )}
    </section>
  );
}

/** A bulk mail that is being sent, whoever started it; it outlives the page that did. */
function useRunningJob(watching: boolean): MailJobAnswer | null {
  const path = watching ? 'mail-jobs' : null;
  const { data } = useLive(path, (asked) => adminApi<{ job: MailJobAnswer | null }>(asked), {
    everyMs: JOB_WATCH_MS,
    what: 'Failed to look for mail jobs',
  });
  return data?.job ?? null;
}

interface UserFiltersProps {
  applied: { email: string; role: string };
  onApply: (filter: { email: string; role: string }) => void;
  onClear: () => void;
}

function UserFilters({ applied, onApply, onClear }: UserFiltersProps) {
  const [email, setEmail] = useState(applied.email);
  const [role, setRole] = useState(applied.role);
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
      <div className="admin-filter-actions">
        <button type="submit" className="admin-button admin-button-strong">
          Apply Filters
        </button>
        <button
          type="button"
          className="admin-button"
          onClick={() => {
            setEmail('');
            setRole('');
            onClear();
          }}
        >
          Clear Filters
        </button>
      </div>
    </form>
  );
}
