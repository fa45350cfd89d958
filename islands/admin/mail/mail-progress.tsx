import { m } from '../../../modules/kit/texts/m.ts';
import { confirmed } from '../../ui/dialogs.ts';
import { Listed } from './mail-results.tsx';
import type { Outcome } from './use-mail.ts';

interface MailProgressProps {
  outcome: Outcome;
  delivers: boolean;
  /** null if it can't be stopped */
  onStop: (() => void) | null;
  onClose: () => void;
}

/** Progress of a mail. Closing and stopping are separate buttons, so they can't be confused. */
export function MailProgress({ outcome, delivers, onStop, onClose }: MailProgressProps) {
  const { total, sent, failed, skipped, waiting, results } = outcome;
  const done = sent + failed + skipped;
  const goesOn = onStop !== null || undefined;

  async function stop() {
    const rest = total - done;
    if (await confirmed(m.admin_mails_stop_confirm({ rest, total }))) onStop?.();
  }

  return (
    <>
      <div className="mail-progress" role="status">
        <progress className="progress" value={done} max={total} aria-label={m.admin_mails_progress_label()} />
        {/* While it runs, screen readers use the progress bar: announcing every number would never end. */}
        <p className="numbers" aria-hidden={goesOn}>
          {m.admin_mails_progress_done({ done, total })}
        </p>
        <p className="numbers" aria-hidden={goesOn}>
          {delivers
            ? m.admin_mails_progress_sent({ sent, failed })
            : m.admin_mails_progress_sent_outbox({ sent, failed })}
          {waiting > 0 && ` ${m.admin_mails_progress_waiting({ count: waiting })}`}
          {skipped > 0 && ` · ${m.admin_mails_progress_skipped({ count: skipped })}`}
        </p>
        {onStop && <p>{m.admin_mails_progress_background()}</p>}
      </div>
      {waiting > 0 && (
        <div className="mail-results">
          <p>{m.admin_mails_progress_waiting_text()}</p>
          <Listed
            title={m.admin_mails_results_waiting({ count: waiting })}
            lines={results.waiting.map(({ email, error }) => m.admin_mails_results_fault({ email, error }))}
          />
        </div>
      )}
      {onStop && (
        <div className="dialog-actions">
          <button type="button" className="button" onClick={stop}>
            {m.admin_mails_progress_stop()}
          </button>
          <button type="button" className="button button-primary" onClick={onClose}>
            {m.admin_mails_progress_close()}
          </button>
        </div>
      )}
    </>
  );
}
