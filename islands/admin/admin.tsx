import { type MouseEvent, useEffect, useState } from 'react';
import { VIEWS, type View } from '../../modules/admin/limits.ts';
import { AuditView } from './audit/audit-view.tsx';
import { SessionsView } from './sessions/sessions-view.tsx';
import { SummaryView } from './summary/summary-view.tsx';
import { UsersView } from './users/users-view.tsx';

const LABELS: Record<View, string> = {
  summary: 'Summary',
  sessions: 'Sessions',
  users: 'Users',
  audit: 'Audit',
};

interface AdminProps {
  view: View;
  appName: string;
  /** mails leave this place; they are files in the outbox otherwise */
  delivers: boolean;
}

export default function Admin({ view: initial, appName, delivers }: AdminProps) {
  const [view, setView] = useState(initial);
  useEffect(() => {
    const onTravel = () => setView(readView(location.search));
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, []);

  const open = (event: MouseEvent, next: View) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (next === view) return;
    history.pushState(null, '', addressOf(next));
    setView(next);
  };

  return (
    <div className="admin">
      <header className="admin-bar">
        <h1>Admin Dashboard</h1>
        <nav className="admin-views" aria-label="View">
          {VIEWS.map((one) => (
            <a
              key={one}
              href={addressOf(one)}
              aria-current={one === view ? 'page' : undefined}
              onClick={(event) => open(event, one)}
            >
              {LABELS[one]}
            </a>
          ))}
        </nav>
      </header>
      {view === 'summary' && <SummaryView />}
      {view === 'sessions' && <SessionsView />}
      {view === 'users' && <UsersView appName={appName} delivers={delivers} />}
      {view === 'audit' && <AuditView />}
    </div>
  );
}

const addressOf = (view: View) => `/admin?view=${view}`;

/** The view that an address names; anything else is the summary. */
function readView(search: string): View {
  const asked = new URLSearchParams(search).get('view');
  return VIEWS.find((one) => one === asked) ?? 'summary';
}
