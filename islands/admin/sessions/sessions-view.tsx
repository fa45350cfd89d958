import { SESSION_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { CompileAnswer } from '../../../modules/admin/contract/sessions.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { DreamFinder } from './dream-finder.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { purgeDeleted } from './purge-deleted.ts';
import { recordingText } from './recording-text.ts';
import { SessionCardView } from './session-card.tsx';
import { sessionRequest } from './session-query.ts';
import { stopSession } from './stop-session.ts';
import { useSessions } from './use-sessions.ts';

const PAGE_BUTTONS = 5;

export function SessionsView() {
  const { query, sessions, total, loading, failure, go, refresh } = useSessions();

  /** Makes a call, then reloads whatever the outcome. */
  async function act<Answer>(
    path: string,
    body: object,
    failure: (slots: { reason: string }) => string,
    timeoutMs?: number,
  ): Promise<Answer | null> {
    try {
      return await adminApi<Answer>(path, body, { timeoutMs });
    } catch (error) {
      await showAlert(
        failure({ reason: failureText(error, m.admin_forms_no_answer(), m.admin_forms_unknown_error()) }),
      );
      return null;
    } finally {
      refresh();
    }
  }

  async function compileAgain(sessionId: string) {
    const answer = await act<CompileAnswer>(
      'compile-again',
      { sessionId },
      m.admin_dreams_list_compile_failed,
    );
    if (answer && answer.server_status !== 'PROCESSING')
      await showAlert(m.admin_dreams_list_compile_nothing({ status: recordingText(answer.server_status) }));
  }

  return (
    <section className="admin-view" aria-labelledby="sessions-title">
      <header className="admin-head">
        <h2 id="sessions-title" className="numbers">
          {m.admin_dreams_list_title({ count: total })}
        </h2>
        {query && <CsvLink what="sessions" request={sessionRequest(query)} />}
        <button type="button" className="admin-button" onClick={() => purgeDeleted(act)}>
          {m.admin_dreams_list_purge()}
        </button>
      </header>
      <DreamFinder />
      {query && (
        <FilterPanel applied={query.filter} onApply={(filter) => go({ ...query, filter, page: 1 })} />
      )}
      {loading ? (
        <p className="admin-note" role="status">
          {m.admin_dreams_list_loading()}
        </p>
      ) : failure !== null ? (
        <LoadFailure text={m.admin_forms_load_sessions} reason={failure} onRetry={refresh} />
      ) : sessions.length === 0 ? (
        <p className="admin-note">{m.admin_dreams_list_empty()}</p>
      ) : (
        <ul className="session-cards">
          {sessions.map((session) => (
            <SessionCardView
              key={session.session_id}
              session={session}
              onStop={() => void stopSession(session.session_id, refresh)}
              onCompileAgain={() => compileAgain(session.session_id)}
            />
          ))}
        </ul>
      )}
      {query && (
        <Pagination
          page={query.page}
          limit={query.limit}
          total={total}
          sizes={SESSION_PAGE_SIZES}
          noun="sessions"
          buttons={PAGE_BUTTONS}
          disabled={loading}
          onPage={(page) => go({ ...query, page })}
          onLimit={(limit) => go({ ...query, limit, page: 1 })}
        />
      )}
    </section>
  );
}
