import type { MailJobRow } from '../../../modules/admin/contract/mails.ts';
import { NEWS } from '../../../modules/mail/contract/mail-kinds.ts';
import { localTime } from '../format.ts';

const STATES: Record<MailJobRow['state'], string> = {
  running: 'being sent',
  completed: 'done',
  cancelled: 'stopped',
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
      <h3 id="mail-jobs-title">To many</h3>
      <ul className="admin-lines" aria-label="Mails to many">
        {jobs.map(({ id, at, subject, kind, audience, by, state, total, sent, failed, skipped, left }) => (
          <li key={id}>
            <span dir="auto">{subject}</span>
            <span className="mail-again">
              {left > 0 && (
                <button
                  type="button"
                  className="admin-button"
                  aria-label={`Send to the ${left} that are left: ${subject}`}
                  onClick={() => onRest(id)}
                >
                  Send to the {left} that are left
                </button>
              )}
              {failed > 0 && state !== 'running' && (
                <button
                  type="button"
                  className="admin-button"
                  aria-label={`Send again to the ${failed} that failed: ${subject}`}
                  onClick={() => onRetry(id)}
                >
                  Send again to the {failed} that failed
                </button>
              )}
            </span>
            <small className="numbers">
              {[
                `${localTime(at)}${by ? ` by ${by}` : ''}`,
                `${kind === NEWS ? 'news' : kind}, to ${audience}`,
                STATES[state],
                `${sent} of ${total} sent`,
                left > 0 && `${left} left`,
                failed > 0 && `${failed} failed`,
                skipped > 0 && `${skipped} had unsubscribed`,
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
