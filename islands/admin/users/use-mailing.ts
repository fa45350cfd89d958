import { useState } from 'react';
import type { MailJobAnswer, MailJobProgress } from '../../../modules/admin/contract/mail.ts';
import type { UserRow } from '../../../modules/admin/contract/people/people.ts';
import type { PeopleChoice } from '../../../modules/admin/contract/people/people-filters.ts';
import { ROLE_NAMES } from '../../../modules/admin/contract/people/role-names.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import type { Role } from '../../../modules/web/contract/person.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { objectionToRole, objectionToSelection, type Recipients, whomText } from '../mail/recipients.ts';
import { useLive } from '../use-live.ts';
import { fetchMailable } from './use-users.ts';

const JOB_WATCH_MS = 5_000;

interface OpenMail {
  to: Recipients | null;
  job: MailJobAnswer | null;
}

export type Mailing = ReturnType<typeof useMailing>;

/** Recipients of the open mail, once all questions about it are answered, and the bulk mail that is running. */
export function useMailing() {
  const [mail, setMail] = useState<OpenMail | null>(null);
  const [fetching, setFetching] = useState(false);
  // The last job may have changed while a mail was open, so it is loaded again afterwards.
  const [isKnown, setKnown] = useState(false);
  const recent = useRecentJob(mail === null, () => setKnown(true));
  const open = (to: Recipients) => show({ to, job: null });

  function show(next: OpenMail) {
    setKnown(false);
    setMail(next);
  }

  function toSelected(chosen: UserRow[]) {
    const objection = objectionToSelection(chosen);
    if (objection) return showAlert(objection);
    open({ kind: 'selected', users: chosen });
  }

  function toRole(role: Role) {
    const objection = objectionToRole(role);
    if (objection) return showAlert(objection);
    return toAll({ role }, m.admin_people_mail_role_none({ role: ROLE_NAMES[role]() }));
  }

  /** Mails everyone who matches the filters. @param none says that nobody does */
  async function toAll(only: PeopleChoice, none: string) {
    const names = Object.keys(only);
    const everybody = names.length === 0;
    if (everybody) {
      if (!(await confirmed(m.admin_people_mail_all_warning()))) return;
    }
    setFetching(true);
    const answer = await fetchMailable(only).catch((error: unknown) => {
      console.error('Failed to fetch users', error);
      return null;
    });
    setFetching(false);
    if (!answer) return showAlert(m.admin_people_mail_fetch_failed());
    const total = answer.totalCount;
    if (total === 0) return showAlert(none);
    const { users, newsReaders } = answer;
    const to: Recipients = { kind: 'filtered', filter: only, users, total, newsReaders };
    if (everybody && !(await confirmed(m.admin_people_mail_all_confirm({ count: total })))) return;
    const isRole = names.length === 1 && only.role;
    if (
      !everybody &&
      !isRole &&
      !(await confirmed(m.admin_people_mail_shown_confirm({ whom: whomText(to) })))
    )
      return;
    open(to);
  }

  async function watch({ id }: MailJobProgress) {
    try {
      show({ to: null, job: await adminApi<MailJobAnswer>(`mail-jobs/${id}`) });
    } catch (error) {
      await showAlert(error instanceof Error ? error.message : m.admin_people_mail_job_failed());
    }
  }

  return {
    /** the open mail, or null */
    mail,
    busy: fetching,
    /** shown while no mail is open */
    recentJob: mail === null && isKnown ? recent : null,
    toOne: (user: UserRow) => open({ kind: 'one', user }),
    toSelected,
    toRole,
    toShown: (filter: PeopleChoice) => toAll(filter, m.admin_people_mail_shown_none()),
    toEverybody: () => toAll({}, m.admin_people_mail_all_none()),
    watch,
    close: () => setMail(null),
  };
}

/** The running or latest bulk mail, by any admin; it outlives the page that started it. */
function useRecentJob(watching: boolean, onAnswer: () => void): MailJobProgress | null {
  const path = watching ? 'mail-jobs' : null;
  const { data } = useLive(path, (asked) => adminApi<{ job: MailJobProgress | null }>(asked), {
    everyMs: JOB_WATCH_MS,
    what: 'Failed to look for mail jobs',
    onAnswer,
  });
  return data?.job ?? null;
}
