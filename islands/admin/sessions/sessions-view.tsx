import { SESSION_PAGE_SIZES } from '../../../modules/admin/limits.ts';
import type { CompileAnswer, StopAnswer } from '../../../modules/admin/schemas/sessions.ts';
import { isActive } from '../../../modules/protocol/job-statuses.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { confirmed, showAlert } from '../../ui/dialogs.ts';
import { CsvLink } from '../csv-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Pagination } from '../pagination.tsx';
import { DreamFinder } from './dream-finder.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { purgeDeleted } from './purge-deleted.ts';
import { SessionCardView } from './session-card.tsx';
import { sessionRequest } from './session-query.ts';
import { useSessions } from './use-sessions.ts';

const PAGE_BUTTONS = 5;

export function SessionsView() {
  const { query, sessions, total, loading, failure, go, refresh } = useSessions();

  /** Makes a call and reads again, whatever its outcome. */
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

  async function stop(sessionId: string) {
    const sure = await confirmed(
      'Stop this session? The person’s dream ends now, and doesn’t count against their plan. What was recorded is kept.',
    );
    const answer = sure
      ? await act<StopAnswer>('stop-session', { sessionId }, 'Failed to stop the session')
      : null;
    if (answer && !answer.stopped) await showAlert(whyNotStopped(answer.job_status));
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
        <LoadFailure what="The sessions" reason={failure} onRetry={refresh} />
      ) : sessions.length === 0 ? (
        <p className="admin-note">No sessions found matching your criteria.</p>
      ) : (
        <ul className="session-cards">
          {sessions.map((session) => (
            <SessionCardView
              key={session.session_id}
              session={session}
              onStop={() => stop(session.session_id)}
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

/** A stop that did nothing, in words: the card was older than what became of the session. */
const whyNotStopped = (status: StopAnswer['job_status']): string =>
  isActive(status)
    ? `Nothing was stopped: the session is ${status}, but not on this server.`
    : `Nothing was stopped: the session had ended already (${status}).`;
