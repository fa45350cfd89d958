import type { Outcome } from './use-mail.ts';

/** Recipients who got the mail, and those who didn't. */
export function MailResults({ outcome, delivers }: { outcome: Outcome; delivers: boolean }) {
  const { results, skipped, state, unreached, subject, waiting } = outcome;
  const { successful, failed } = results;
  return (
    <div className="mail-results">
      {subject && <p className="mail-hint">“{subject}”</p>}
      {state === 'cancelled' && <p>Cancelled before everybody was reached.</p>}
      {!delivers && successful.length > 0 && <p className="mail-warning">{NOBODY_GETS}</p>}
      <Listed
        title={`${delivers ? 'Successful' : 'Written to the outbox'}: ${successful.length}`}
        lines={successful}
      />
      <Listed
        title={`Failed: ${failed.length}`}
        lines={failed.map(({ email, error }) => `${email}: ${error}`)}
      />
      {state === 'completed' && waiting > 0 && (
        <>
          <h3 className="numbers">Waiting: {waiting}</h3>
          <p>{PUT_OFF}</p>
        </>
      )}
      {state === 'cancelled' && <Listed title={`Not reached: ${unreached.length}`} lines={unreached} />}
      {skipped > 0 && <p className="numbers">Unsubscribed, not mailed: {skipped}</p>}
    </div>
  );
}

/** Shown both when writing a mail and in its results. */
export const NOBODY_GETS =
  'No mail server is set up here (SMTP_URL): mails are written to the outbox in the data folder, and nobody gets them.';

const PUT_OFF =
  'The mail server asked us to come back later. We’ll keep trying for a day; the Mails view shows what came of it.';

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
