import { MAIL_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import { MAIL_FILTER, MAIL_STATES } from '../../../modules/admin/contract/mail-filter.ts';
import type { MailRow, MailsAnswer } from '../../../modules/admin/contract/mails.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { localTime } from '../format.ts';
import type { List } from '../list/list-query.ts';
import { type Column, ListTable } from '../list/list-table.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { personAddress } from '../use-asked.ts';
import { MailJobs } from './mail-jobs.tsx';
import { MAIL_KIND_TEXTS } from './mail-kind-texts.ts';

export const MAILS: List<typeof MAIL_FILTER, MailsAnswer> = {
  view: 'mails',
  filter: MAIL_FILTER,
  sizes: MAIL_PAGE_SIZES,
  path: 'mail-data',
  action: 'getMails',
  nothing: { mails: [], totalCount: 0, jobs: [] },
  texts: {
    title: m.admin_mails_list_title,
    filter: m.admin_mails_filter_label,
    loading: m.admin_mails_list_loading,
    empty: m.admin_mails_list_empty,
    failed: m.admin_forms_load_mails,
  },
};

/** All mails with their outcomes, and bulk mails. */
export function MailsView() {
  const listing = useList(MAILS);
  const { mails, jobs } = listing.answer;
  const act = async (path: string, body: object, done: string) => {
    const text = await adminApi(path, body).then(
      () => done,
      (fault: unknown) => failureText(fault, m.admin_forms_no_answer()),
    );
    await showAlert(text);
    listing.refresh();
  };
  const sendAgain = (mailId: string) =>
    act('person-data', { action: 'sendMailAgain', mailId }, m.admin_mails_list_again_done());
  return (
    <ListView
      listing={listing}
      count={mails.length}
      before={
        <MailJobs
          jobs={jobs}
          onRetry={(jobId) =>
            act('mail-data', { action: 'retryFailed', jobId }, m.admin_mails_list_retry_done())
          }
          onRest={(jobId) => act('mail-data', { action: 'sendRest', jobId }, m.admin_mails_list_rest_done())}
        />
      }
    >
      <ListTable
        label={m.admin_mails_table_label()}
        className="audit"
        columns={columns(sendAgain)}
        rows={mails}
        keyOf={({ id }) => id}
      />
    </ListView>
  );
}

const columns = (onAgain: (mailId: string) => void): Column<MailRow>[] => [
  { title: m.admin_mails_table_time(), isNumeric: true, cell: ({ at }) => <time>{localTime(at)}</time> },
  {
    title: m.admin_mails_table_state(),
    cell: ({ state }) => (
      <span className="badge" data-refusal={state === 'failed' || undefined}>
        {MAIL_STATES[state]()}
      </span>
    ),
  },
  {
    title: m.admin_mails_table_subject(),
    cell: ({ subject, kind, error }) => {
      const words = MAIL_KIND_TEXTS[kind]();
      return (
        <div>
          <span dir="auto">{subject}</span>
          <small>{error ? m.admin_mails_table_kind_error({ kind: words, error }) : words}</small>
        </div>
      );
    },
  },
  {
    title: m.admin_mails_table_to(),
    cell: ({ user_id, to }) => (user_id ? <a href={personAddress(user_id)}>{to}</a> : to),
  },
  {
    title: m.admin_mails_table_again(),
    cell: ({ id, subject, to, can_be_sent_again }) =>
      can_be_sent_again && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={m.admin_mails_table_send_again_label({ subject, address: to })}
          onClick={() => onAgain(id)}
        >
          {m.admin_mails_table_send_again()}
        </button>
      ),
  },
];
