import type { MailJobProgress } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import type { PeopleChoice } from '../../../modules/admin/contract/people/people-filters.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Mailing } from './use-mailing.ts';
import type { Selection } from './use-selection.ts';

interface UserBarProps {
  users: UserRow[];
  /** filters of the list */
  choice: PeopleChoice;
  selection: Selection;
  mailing: Mailing;
  disabled: boolean;
  onBeta: (users: UserRow[]) => void;
}

/** Actions on many users at once. */
export function UserBar({ users, choice, selection, mailing, disabled: busy, onBeta }: UserBarProps) {
  const { selected, hasAll, select, clear } = selection;
  const { recentJob } = mailing;
  const { role, ...others } = choice;
  const isNarrow = Object.keys(others).length > 0;
  return (
    <div className="user-bar">
      {isNarrow ? (
        <BarButton
          text={m.admin_people_bar_mail_shown()}
          title={m.admin_people_bar_mail_shown_title()}
          disabled={busy}
          onClick={() => mailing.toShown(choice)}
        />
      ) : (
        <BarButton
          text={m.admin_people_bar_mail_all()}
          title={m.admin_people_bar_mail_all_title()}
          disabled={busy}
          onClick={mailing.toEverybody}
        />
      )}
      {role && !isNarrow && (
        <BarButton
          text={m.admin_people_bar_mail_role({ role: role === 'user' ? 'other' : role })}
          title={m.admin_people_bar_mail_role_title()}
          disabled={busy}
          onClick={() => mailing.toRole(role)}
        />
      )}
      <BarButton
        text={
          hasAll
            ? m.admin_people_bar_deselect_all({ count: users.length })
            : m.admin_people_bar_select_all({ count: users.length })
        }
        disabled={busy || users.length === 0}
        onClick={() => select(users, !hasAll)}
      />
      {selected.size > 0 && (
        <>
          <strong className="numbers">{m.admin_people_bar_selected({ count: selected.size })}</strong>
          <BarButton
            text={m.admin_people_bar_beta()}
            disabled={busy}
            onClick={() => onBeta([...selected.values()])}
          />
          <BarButton
            text={m.admin_people_bar_mail_selected()}
            disabled={busy}
            onClick={() => mailing.toSelected([...selected.values()])}
          />
          <BarButton text={m.admin_people_bar_clear()} disabled={busy} onClick={clear} />
        </>
      )}
      {recentJob && <RecentJob job={recentJob} onOpen={() => mailing.watch(recentJob)} />}
    </div>
  );
}

interface BarButtonProps {
  text: string;
  title?: string;
  disabled: boolean;
  onClick: () => void;
}

const BarButton = ({ text, ...button }: BarButtonProps) => (
  <button type="button" className="button button-quiet" {...button}>
    {text}
  </button>
);

/** Reopens a bulk mail whose window was closed. */
function RecentJob({ job, onOpen }: { job: MailJobProgress; onOpen: () => void }) {
  const isRunning = job.state === 'running';
  const done = job.sent + job.failed + job.skipped;
  return (
    <button
      type="button"
      className={`button button-quiet user-mailing numbers ${isRunning ? 'user-sending' : ''}`}
      title={job.subject}
      onClick={onOpen}
    >
      {isRunning
        ? m.admin_people_bar_sending({ done, total: job.total })
        : m.admin_people_bar_last_mail({ done, total: job.total })}
    </button>
  );
}
