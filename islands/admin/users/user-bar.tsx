import type { MailJobProgress } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import type { Role } from '../../../modules/auth/contract/schemas.ts';
import { m } from '../../../modules/kit/texts/m.ts';
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
          title={m.admin_people_bar_mail_shown_title()}
          disabled={busy}
          onClick={() => mailing.toShown(filters)}
        >
          {m.admin_people_bar_mail_shown()}
        </button>
      ) : (
        <button
          type="button"
          className="admin-button"
          title={m.admin_people_bar_mail_all_title()}
          disabled={busy}
          onClick={mailing.toEverybody}
        >
          {m.admin_people_bar_mail_all()}
        </button>
      )}
      {role && !isNarrow && (
        <button
          type="button"
          className="admin-button"
          title={m.admin_people_bar_mail_role_title()}
          disabled={busy}
          onClick={() => mailing.toRole(role)}
        >
          {m.admin_people_bar_mail_role({ role: ROLE_NAMES[role as Role]() })}
        </button>
      )}
      <button
        type="button"
        className="admin-button"
        disabled={busy || users.length === 0}
        onClick={() => select(users, !hasAll)}
      >
        {hasAll
          ? m.admin_people_bar_deselect_all({ count: users.length })
          : m.admin_people_bar_select_all({ count: users.length })}
      </button>
      {selected.size > 0 && (
        <>
          <strong className="numbers">{m.admin_people_bar_selected({ count: selected.size })}</strong>
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            onClick={() => onBeta([...selected.values()])}
          >
            {m.admin_people_bar_beta()}
          </button>
          <button
            type="button"
            className="admin-button"
            disabled={busy}
            onClick={() => mailing.toSelected([...selected.values()])}
          >
            {m.admin_people_bar_mail_selected()}
          </button>
          <button type="button" className="admin-button" disabled={busy} onClick={clear}>
            {m.admin_people_bar_clear()}
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
      {isRunning
        ? m.admin_people_bar_sending({ done, total: job.total })
        : m.admin_people_bar_last_mail({ done, total: job.total })}
    </button>
  );
}
