import { useEffect } from 'react';
import type { ReportsAnswer } from '../../../modules/admin/contract/reports.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { useLive } from '../use-live.ts';
import { EvidenceList } from './evidence-list.tsx';
import { ReportedCard } from './reported-card.tsx';
import { ReportedProfiles } from './reported-profiles.tsx';

const POLL_MS = 30_000;

/**
 * Reported dreams and dreams with closed links: to review, decide, and restore if a decision was wrong.
 * @param asked a dream named by a report mail or its page, shown whether reported or not; null until known
 */
export function ReportsView({ asked }: { asked: string | null }) {
  const { data, error, mutate } = useLive<ReportsAnswer, string>(
    asked === null ? null : `reports#${asked}`,
    () => adminApi('report-data', { action: 'getReports', ...(asked && { sessionId: asked }) }),
    { everyMs: POLL_MS, what: 'reports not read' },
  );
  const isThere = data !== undefined;
  useEffect(() => {
    // The card appears after the page has loaded, so the browser can’t scroll to it itself.
    if (isThere && asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' });
  }, [isThere, asked]);
  const isMissing = asked && data && !data.dreams.some(({ session_id }) => session_id === asked);
  const open = data?.dreams.filter(({ new_count, holds }) => new_count > 0 || holds.length > 0).length ?? 0;
  return (
    <section className="admin-view" aria-labelledby="reports-title">
      <h2 id="reports-title" className="numbers">
        {data
          ? m.admin_dreams_reports_title_open({ open, total: data.dreams.length })
          : m.admin_dreams_reports_title()}
      </h2>
      {error && (
        <LoadFailure text={m.admin_forms_load_reports} reason={error.message} onRetry={() => void mutate()} />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_dreams_reports_loading()}
        </p>
      )}
      {isMissing && <p className="admin-note">{m.admin_dreams_reports_missing()}</p>}
      {data?.dreams.length === 0 && <p className="admin-note">{m.admin_dreams_reports_empty()}</p>}
      {data && data.dreams.length > 0 && (
        <ol className="reported-dreams">
          {data.dreams.map((dream) => (
            <ReportedCard
              key={dream.session_id}
              dream={dream}
              isAsked={dream.session_id === asked}
              onChange={() => void mutate()}
            />
          ))}
        </ol>
      )}
      <ReportedProfiles />
      {data && data.evidence.length > 0 && <EvidenceList kept={data.evidence} />}
    </section>
  );
}
