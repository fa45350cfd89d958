import { m } from '../../../modules/kit/texts/m.ts';
import type { Outcome } from './use-mail.ts';

/** Recipients who got the mail, and those who didn't. */
export function MailResults({ outcome, delivers }: { outcome: Outcome; delivers: boolean }) {
  const { results, skipped, state, unreached, subject, waiting } = outcome;
  const { successful, failed } = results;
  return (
    <div className="mail-results">
      {subject && <p className="mail-hint">{m.admin_mails_results_subject({ subject })}</p>}
      {state === 'cancelled' && <p>{m.admin_mails_results_cancelled()}</p>}
      {!delivers && successful.length > 0 && <p className="mail-warning">{m.admin_mails_outbox_warning()}</p>}
      <Listed
        title={
          delivers
            ? m.admin_mails_results_successful({ count: successful.length })
            : m.admin_mails_results_outbox({ count: successful.length })
        }
        lines={successful}
      />
      <Listed
        title={m.admin_mails_results_failed({ count: failed.length })}
        lines={failed.map(({ email, error }) => m.admin_mails_results_fault({ email, error }))}
      />
      {state === 'completed' && waiting > 0 && (
        <>
          <h3 className="numbers">{m.admin_mails_results_waiting({ count: waiting })}</h3>
          <p>{m.admin_mails_results_waiting_text()}</p>
        </>
      )}
      {state === 'cancelled' && (
        <Listed title={m.admin_mails_results_unreached({ count: unreached.length })} lines={unreached} />
      )}
      {skipped > 0 && <p className="numbers">{m.admin_mails_results_skipped({ count: skipped })}</p>}
    </div>
  );
}

export function Listed({ title, lines }: { title: string; lines: string[] }) {
  return (
    <>
      <h3 className="numbers">{title}</h3>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul tabIndex={0} aria-label={title}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
