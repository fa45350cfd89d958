import type { MailJobProgress } from '../../../modules/admin/schemas/mail.ts';
import type { UserRow } from '../../../modules/admin/schemas/people.ts';
import { PLAN_FILTERS, type PlanFilter } from '../../../modules/admin/shared/people-filters.ts';
import { roleLabel } from '../../../modules/auth/shared/roles.ts';
import type { Mailing } from './use-mailing.ts';
import type { Selection } from './use-selection.ts';

interface UserBarProps {
  users: UserRow[];
  /** that the list is filtered by; empty for all */
  role: string;
  plan: string;
  selection: Selection;
  mailing: Mailing;
  disabled: boolean;
  onBeta: (users: UserRow[]) => void;
}

const isPlan = (plan: string): plan is PlanFilter => Object.hasOwn(PLAN_FILTERS, plan);

/** Actions on many users at once. */
export function UserBar({ users, role, plan, selection, mailing, disabled: busy, onBeta }: UserBarProps) {
  const { selected, hasAll, select, clear } = selection;
  const { recentJob } = mailing;
  return (
    <div className="user-bar">
      <button
        type="button"
        className="admin-button"
        title="Send email to ALL users in database"
        disabled={busy}
        onClick={mailing.toEverybody}
      >
        Email All Users
      </button>
      {role && (
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
      {isPlan(plan) && (
        <button
          type="button"
          className="admin-button"
          title={`Email everybody whose plan is: ${PLAN_FILTERS[plan]}`}
          disabled={busy}
          onClick={() => mailing.toPlan(plan)}
        >
          Email All: {PLAN_FILTERS[plan]}
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

/** The way back to a bulk mail whose window was closed. */
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
