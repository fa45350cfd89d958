import { SESSION_PAGE_SIZES } from '../../../modules/admin/limits.ts';
import { confirmed, showAlert } from '../../dialogs.ts';
import { call } from '../call.ts';
import { Pagination } from '../pagination.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { SessionCardView } from './session-card.tsx';
import { useSessions } from './use-sessions.ts';

const PAGE_BUTTONS = 5;

export function SessionsView() {
  const { query, sessions, total, loading, go, refresh } = useSessions();

  async function stop(sessionId: string) {
    const sure = await confirmed(
      'Stop this session? The person’s dream ends now. What was recorded is kept.',
    );
    if (!sure) return;
    try {
      await call('stop-session', { sessionId });
    } catch (error) {
      await showAlert(
        `Failed to stop the session: ${error instanceof Error ? error.message : 'Unknown error'}`,
      );
    }
    refresh();
  }

  return (
    <section className="admin-view" aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="numbers">
        Sessions ({total})
      </h2>
      {query && (
        <FilterPanel applied={query.filter} onApply={(filter) => go({ ...query, filter, page: 1 })} />
      )}
      {loading ? (
        <p className="admin-note" role="status">
          Loading sessions...
        </p>
      ) : sessions.length === 0 ? (
        <p className="admin-note">No sessions found matching your criteria.</p>
      ) : (
        <ul className="session-cards">
          {sessions.map((session) => (
            <SessionCardView
              key={session.session_id}
              session={session}
              onStop={() => stop(session.session_id)}
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
