import type { MailJobRow } from '../../../modules/admin/contract/mails.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { NEWS } from '../../../modules/mail/contract/mail-kinds.ts';
import { localTime } from '../format.ts';

const STATES: Record<MailJobRow['state'], () => string> = {
  running: m.admin_mails_jobs_running,
  completed: m.admin_mails_jobs_completed,
  cancelled: m.admin_mails_jobs_cancelled,
};

interface MailJobsProps {
  jobs: MailJobRow[];
  onRetry: (jobId: string) => void;
  /** resumes a stopped one */
  onRest: (jobId: string) => void;
}

/** The latest bulk mails. */
export function MailJobs({ jobs, onRetry, onRest }: MailJobsProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="mail-jobs-title">
      <h3 id="mail-jobs-title">{m.admin_mails_jobs_title()}</h3>
      <ul className="admin-lines" aria-label={m.admin_mails_jobs_title()}>
        {jobs.map(({ id, at, subject, kind, audience, by, state, total, sent, failed, skipped, left }) => (
          <li key={id}>
            <span dir="auto">{subject}</span>
            <span className="mail-again">
              {left > 0 && (
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={m.admin_mails_jobs_rest_label({ count: left, subject })}
                  onClick={() => onRest(id)}
                >
                  {m.admin_mails_jobs_rest({ count: left })}
                </button>
              )}
              {failed > 0 && state !== 'running' && (
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={m.admin_mails_jobs_retry_label({ count: failed, subject })}
                  onClick={() => onRetry(id)}
                >
                  {m.admin_mails_jobs_retry({ count: failed })}
                </button>
              )}
            </span>
            <small className="numbers">
              {[
                by ? m.admin_mails_jobs_time_by({ time: localTime(at), operator: by }) : localTime(at),
                kind === NEWS
                  ? m.admin_mails_jobs_news({ audience })
                  : m.admin_mails_jobs_service({ audience }),
                STATES[state](),
                m.admin_mails_jobs_sent({ sent, total }),
                left > 0 && m.admin_mails_jobs_left({ count: left }),
                failed > 0 && m.admin_mails_jobs_failed({ count: failed }),
                skipped > 0 && m.admin_mails_jobs_skipped({ count: skipped }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
