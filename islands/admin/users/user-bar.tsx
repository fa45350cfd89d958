import type { MailJobProgress } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { roleLabel } from '../../../modules/auth/contract/roles.ts';
import type { Mailing } from './use-mailing.ts';
import type { Selection } from './use-selection.ts';
import type { UserFilter } from './use-users.ts';

interface UserBarProps {
  users: UserRow[];
  /** filters of the list */
  filters: Partial<UserFilter>;
  selection: Selection;
  mailing: Mailing;
  disabled: boolean;
  onBeta: (users: UserRow[]) => void;
}

/** Actions on many users at once. */
export function UserBar({ users, filters, selection, mailing, disabled: busy, onBeta }: UserBarProps) {
  const { selected, hasAll, select, clear } = selection;
  const { recentJob } = mailing;
  const { role, ...others } = filters;
  const isNarrow = Object.keys(others).length > 0;
  return (
    <div className="user-bar">
      {isNarrow ? (
        <button
          type="button"
          className="admin-button"
          title="Send email to all users that the filters show, on all pages"
          disabled={busy}
          onClick={() => mailing.toShown(filters)}
        >
          Email All Shown
        </button>
      ) : (
        <button
          type="button"
          className="admin-button"
          title="Send email to ALL users in database"
          disabled={busy}
          onClick={mailing.toEverybody}
        >
          Email All Users
        </button>
      )}
      {role && !isNarrow && (
        <button
          type="button"
          className="admin-button"
          title={`Email All Users (role ${role})`}
          disabled={busy}
          onClick={() => mailing.toRole(role)}
        >
          Email All {roleLabel(role)}s
        </button>
      )}
      <button
        type="button"
        className="admin-button"
        disabled={busy || users.length === 0}
        onClick={() => select(users, !hasAll)}
      >
        {hasAll ? 'Deselect All' : 'Select All'} ({users.length})
      </button>
      {selected.size > 0 && (
        <>
          <strong className="numbers">{selected.size} user(s) selected</strong>
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            onClick={() => onBeta([...selected.values()])}
          >
            Add to Beta
          </button>
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            onClick={() => mailing.toSelected([...selected.values()])}
          >
            Send Bulk Email
          </button>
          <button type="button" className="admin-button" disabled={busy} onClick={clear}>
            Clear Selection
          </button>
        </>
      )}
      {recentJob && <RecentJob job={recentJob} onOpen={() => mailing.watch(recentJob)} />}
    </div>
  );
}

/** Reopens a bulk mail whose window was closed. */
function RecentJob({ job, onOpen }: { job: MailJobProgress; onOpen: () => void }) {
  const isRunning = job.state === 'running';
  const done = job.sent + job.failed + job.skipped;
  return (
    <button
      type="button"
      className={`admin-button user-mailing numbers ${isRunning ? 'user-sending' : ''}`}
      title={job.subject}
      onClick={onOpen}
    >
      {isRunning ? 'Sending' : 'Last bulk email:'} {done} / {job.total}
    </button>
  );
}
