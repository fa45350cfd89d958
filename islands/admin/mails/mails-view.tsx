import { type FormEvent, useEffect, useState } from 'react';
import { MAIL_PAGE_SIZES, MAIL_STATES, type MailState } from '../../../modules/admin/contract/limits.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { FilterActions } from '../filter-actions.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { MailJobs } from './mail-jobs.tsx';
import { MailTable } from './mail-table.tsx';
import { FIRST_PAGE, type MailQuery, useMails } from './use-mails.ts';

const STATES: Record<MailState, () => string> = {
  sending: m.admin_mails_state_sending,
  waiting: m.admin_mails_state_waiting,
  sent: m.admin_mails_state_sent,
  failed: m.admin_mails_state_failed,
};

/** All mails with their outcomes, and bulk mails. */
export function MailsView() {
  const { query: asked, answer, state, failure, go, again } = useMails();
  const query = asked ?? FIRST_PAGE;
  const { mails, totalCount, jobs } = answer;
  const act = async (path: string, body: object, done: string) => {
    const said = await adminApi(path, body).then(
      () => done,
      (fault: unknown) => failureText(fault, m.admin_forms_no_answer()),
    );
    await showAlert(said);
    again(query);
  };
  return (
    <section className="admin-view" aria-labelledby="mails-title">
      <h2 id="mails-title" className="numbers">
        {m.admin_mails_list_title({ total: totalCount })}
      </h2>
      <MailJobs
        jobs={jobs}
        onRetry={(jobId) =>
          act('mail-data', { action: 'retryFailed', jobId }, m.admin_mails_list_retry_done())
        }
        onRest={(jobId) => act('mail-data', { action: 'sendRest', jobId }, m.admin_mails_list_rest_done())}
      />
      <MailFilters applied={query} onApply={(filter) => go({ ...query, ...filter, page: 1 })} />
      {state === 'failed' ? (
        <LoadFailure text={m.admin_forms_load_mails} reason={failure} onRetry={() => again(query)} />
      ) : state === 'loading' && mails.length === 0 ? (
        <p className="admin-note" role="status">
          {m.admin_mails_list_loading()}
        </p>
      ) : mails.length === 0 ? (
        <p className="admin-note">{m.admin_mails_list_empty()}</p>
      ) : (
        <MailTable
          mails={mails}
          states={STATES}
          onAgain={(mailId) =>
            act('person-data', { action: 'sendMailAgain', mailId }, m.admin_mails_list_again_done())
          }
        />
      )}
      <Pagination
        page={query.page}
        limit={query.limit}
        total={totalCount}
        sizes={MAIL_PAGE_SIZES}
        noun="mails"
        buttons={0}
        disabled={state === 'loading'}
        onPage={(page) => go({ ...query, page })}
        onLimit={(limit) => go({ ...query, limit, page: 1 })}
      />
    </section>
  );
}

interface MailFiltersProps {
  applied: MailQuery;
  onApply: (filter: Pick<MailQuery, 'state' | 'to'>) => void;
}

function MailFilters({ applied, onApply }: MailFiltersProps) {
  const [draft, setDraft] = useState({ state: applied.state, to: applied.to });
  useEffect(() => setDraft({ state: applied.state, to: applied.to }), [applied.state, applied.to]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply({ ...draft, to: draft.to.trim() });
  };
  return (
    <form className="admin-filters user-filters" onSubmit={submit} aria-label={m.admin_mails_filter_label()}>
      <label>
        <span>{m.admin_mails_filter_to()}</span>
        <input
          type="search"
          className="admin-input"
          placeholder={m.admin_mails_filter_to_placeholder()}
          value={draft.to}
          onChange={(event) => setDraft({ ...draft, to: event.target.value })}
        />
      </label>
      <label>
        <span>{m.admin_mails_filter_state()}</span>
        <select
          className="admin-select"
          value={draft.state}
          onChange={(event) => setDraft({ ...draft, state: event.target.value })}
        >
          <option value="">{m.admin_mails_filter_state_all()}</option>
          {MAIL_STATES.map((state) => (
            <option key={state} value={state}>
              {STATES[state]()}
            </option>
          ))}
        </select>
      </label>
      <FilterActions
        onClear={() => {
          setDraft({ state: '', to: '' });
          onApply({ state: '', to: '' });
        }}
      />
    </form>
  );
}
