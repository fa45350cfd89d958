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
    const question = `Stop sending? ${rest} of ${total} are not mailed then. Mails that are out can’t be called back.`;
    if (await confirmed(question)) onStop?.();
  }

  return (
    <>
      <div className="mail-progress" role="status">
        <progress className="progress" value={done} max={total} aria-label="Sending" />
        {/* While it runs, screen readers use the progress bar: announcing every number would never end. */}
        <p className="numbers" aria-hidden={goesOn}>
          {done} / {total}
        </p>
        <p className="numbers" aria-hidden={goesOn}>
          ✅ {sent} {delivers ? 'sent' : 'written to the outbox'} ❌ {failed} failed
          {waiting > 0 && ` ⏳ ${waiting} waiting`}
          {skipped > 0 && ` · ${skipped} unsubscribed`}
        </p>
        {onStop && <p>You can close this window: the server goes on sending, and the results stay here.</p>}
      </div>
      {waiting > 0 && (
        <div className="mail-results">
          <p>The mail server asked us to come back later for these. The server keeps trying for a day.</p>
          <Listed
            title={`Waiting: ${waiting}`}
            lines={results.waiting.map(({ email, error }) => `${email}: ${error}`)}
          />
        </div>
      )}
      {onStop && (
        <div className="dialog-actions">
          <button type="button" className="button" onClick={stop}>
            Stop sending
          </button>
          <button type="button" className="button button-primary" onClick={onClose}>
            Close window
          </button>
        </div>
      )}
    </>
  );
}
