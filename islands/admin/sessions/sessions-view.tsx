import { SESSION_PAGE_SIZES } from '../../../modules/admin/contract/limits.ts';
import { SESSION_FILTER } from '../../../modules/admin/contract/session-filter.ts';
import type { CompileAnswer, SessionDataAnswer } from '../../../modules/admin/contract/sessions.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { showAlert } from '../../ui/dialogs.ts';
import type { List } from '../list/list-query.ts';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { DreamFinder } from './dream-finder.tsx';
import { purgeDeleted } from './purge-deleted.ts';
import { recordingText } from './recording-text.ts';
import { SessionCardView } from './session-card.tsx';
import { stopSession } from './stop-session.ts';

const SESSIONS: List<typeof SESSION_FILTER, SessionDataAnswer> = {
  view: 'sessions',
  filter: SESSION_FILTER,
  sizes: SESSION_PAGE_SIZES,
  path: 'session-data',
  action: 'getAllSessions',
  nothing: { sessions: [], totalCount: 0 },
  // Live dreams change on their own, and new ones arrive on the first page.
  everyMs: 5_000,
  csv: 'sessions',
  texts: {
    title: ({ total }) => m.admin_dreams_list_title({ count: total }),
    filter: m.admin_dreams_filter_label,
    loading: m.admin_dreams_list_loading,
    empty: m.admin_dreams_list_empty,
    failed: m.admin_forms_load_sessions,
  },
};
const PAGE_BUTTONS = 5;

export function SessionsView() {
  const listing = useList(SESSIONS);
  const { refresh } = listing;
  const { sessions } = listing.answer;

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
    <ListView
      listing={listing}
      count={listing.state === 'loading' ? 0 : sessions.length}
      buttons={PAGE_BUTTONS}
      actions={
        <button type="button" className="button button-quiet" onClick={() => purgeDeleted(act)}>
          {m.admin_dreams_list_purge()}
        </button>
      }
      before={<DreamFinder />}
    >
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
    </ListView>
  );
}
