import { SESSION_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import type { CompileAnswer } from '../../../modules/admin/contract/sessions.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { DreamFinder } from './dream-finder.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { purgeDeleted } from './purge-deleted.ts';
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
    failure: string,
    timeoutMs?: number,
  ): Promise<Answer | null> {
    try {
      return await adminApi<Answer>(path, body, { timeoutMs });
    } catch (error) {
      await showAlert(`${failure}: ${error instanceof Error ? error.message : 'Unknown error'}`);
      return null;
    } finally {
      refresh();
    }
  }

  async function compileAgain(sessionId: string) {
    const failure = 'Failed to compile the recording again';
    const answer = await act<CompileAnswer>('compile-again', { sessionId }, failure);
    if (answer && answer.server_status !== 'PROCESSING')
      await showAlert(`There is nothing to compile: the recording is ${answer.server_status ?? 'gone'}.`);
  }

  return (
    <section className="admin-view" aria-labelledby="sessions-title">
      <header className="admin-head">
        <h2 id="sessions-title" className="numbers">
          Sessions ({total})
        </h2>
        {query && <CsvLink what="sessions" request={sessionRequest(query)} />}
        <button type="button" className="admin-button" onClick={() => purgeDeleted(act)}>
          Purge deleted dreams
        </button>
      </header>
      <DreamFinder />
      {query && (
        <FilterPanel applied={query.filter} onApply={(filter) => go({ ...query, filter, page: 1 })} />
      )}
      {loading ? (
        <p className="admin-note" role="status">
          Loading sessions...
        </p>
      ) : failure !== null ? (
        <LoadFailure text={m.admin_forms_load_sessions} reason={failure} onRetry={refresh} />
      ) : sessions.length === 0 ? (
        <p className="admin-note">No sessions found matching your criteria.</p>
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
