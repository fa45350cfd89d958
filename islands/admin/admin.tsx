import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import { VIEWS, type View } from '../../modules/admin/contract/limits.ts';
import type { FpsRow } from '../../modules/admin/contract/summary.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { AuditView } from './audit/audit-view.tsx';
import type { Language } from './mail/use-written.ts';
import { MailsView } from './mails/mails-view.tsx';
import { OtherAdmins } from './other-admins.tsx';
import { PaymentsView } from './payments/payments-view.tsx';
import { keepPlace, placeOf, VIEW_LABELS } from './places.ts';
import { ReportsView } from './reports/reports-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';
import { DreamPage } from './sessions/dream-page.tsx';
import { SessionsView } from './sessions/sessions-view.tsx';
import { SetupView } from './setup/setup-view.tsx';
import { SummaryView } from './summary/summary-view.tsx';
import { useAsked } from './use-asked.ts';
import { PersonPage } from './users/person-page.tsx';
import { UsersView } from './users/users-view.tsx';
import { WorkerPage } from './workers/worker-page.tsx';
import { WorkersView } from './workers/workers-view.tsx';

interface AdminProps {
  view: View;
  appName: string;
  /** true if mails are sent; otherwise they are files in the outbox */
  delivers: boolean;
  basicPrice: string;
  /** offered languages */
  languages: Language[];
}

export default function Admin({ view: initial, appName, delivers, basicPrice, languages }: AdminProps) {
  const [view, setView] = useState(initial);
  const asked = useAsked(view);
  // Selected in the summary's scatter chart, and kept while other views are open.
  const [chosen, setChosen] = useState<ReadonlyMap<string, FpsRow>>(new Map());
  const toggle = useCallback((row: FpsRow) => {
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(row.session_id)) next.set(row.session_id, row);
      return next;
    });
  }, []);
  useEffect(() => {
    const onTravel = () => setView(readView(location.search));
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, []);

  const open = (event: MouseEvent, next: View) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (next === view && !location.hash) return;
    keepPlace(view, location.search);
    history.pushState(null, '', placeOf(next) ?? addressOf(next));
    setView(next);
    dispatchEvent(new HashChangeEvent('hashchange'));
  };

  return (
    <div className="admin">
      <header className="admin-bar">
        <h1>{m.admin_title()}</h1>
        <nav className="admin-views" aria-label={m.admin_views_label()}>
          {VIEWS.map((one) => (
            <a
              key={one}
              href={addressOf(one)}
              aria-current={one === view ? 'page' : undefined}
              ref={one === view ? bringIntoView : undefined}
              onClick={(event) => open(event, one)}
            >
              {VIEW_LABELS[one]()}
            </a>
          ))}
        </nav>
      </header>
      {asked !== null && <OtherAdmins view={view} item={asked} />}
      {view === 'summary' && (
        <SummaryView selected={chosen} onToggle={toggle} onClear={() => setChosen(new Map())} />
      )}
      {view === 'sessions' && (asked ? <DreamPage sessionId={asked} /> : <SessionsView />)}
      {view === 'users' &&
        (asked ? (
          <PersonPage userId={asked} />
        ) : (
          <UsersView {...{ appName, delivers, basicPrice, languages }} />
        ))}
      {view === 'payments' && <PaymentsView />}
      {view === 'workers' && (asked ? <WorkerPage workerId={asked} /> : <WorkersView />)}
      {view === 'reports' && <ReportsView asked={asked} />}
      {view === 'requests' && <RequestsView />}
      {view === 'mails' && <MailsView />}
      {view === 'audit' && <AuditView />}
      {view === 'setup' && <SetupView />}
    </div>
  );
}

/** Phones are too narrow to show all links at once. */
const bringIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const addressOf = (view: View) => `/admin?view=${view}`;

/** The view in the URL, or the summary if there is none. */
function readView(search: string): View {
  const asked = new URLSearchParams(search).get('view');
  return VIEWS.find((one) => one === asked) ?? 'summary';
}
