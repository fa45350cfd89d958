import { m } from '../../kit/texts/m.ts';
import { REPORT_MAX } from '../contract/limits.ts';
import { REPORT_REASON_KEYS, REPORT_REASONS } from '../contract/report-reasons.ts';

export interface SentReport {
  reason: string;
  message: string;
  contact: string;
  /** Error text for the sender. */
  fault: string;
}

interface ReportFormProps {
  /** Address that accepts it. */
  action: string;
  /** A rejected report, to be corrected. */
  sent?: SentReport | undefined;
}

/** An unobtrusive link under a shared dream that opens the form, with or without script. */
export function ReportForm({ action, sent }: ReportFormProps) {
  return (
    <details className="report" open={sent !== undefined}>
      <summary>{m.dreams_report_open()}</summary>
      <form method="post" action={action}>
        <fieldset className="report-reasons">
          <legend>{m.dreams_report_question()}</legend>
          {REPORT_REASON_KEYS.map((value) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="reason"
                value={value}
                required
                defaultChecked={sent?.reason === value}
              />
              {REPORT_REASONS[value].text()}
            </label>
          ))}
        </fieldset>
        <label className="label" htmlFor="report-message">
          {m.dreams_report_message()}
        </label>
        <textarea
          id="report-message"
          className="field"
          name="message"
          rows={3}
          maxLength={REPORT_MAX}
          defaultValue={sent?.message}
        />
        <label className="label" htmlFor="report-contact">
          {m.dreams_report_contact()}
        </label>
        <input
          id="report-contact"
          className="field"
          type="email"
          name="contact"
          maxLength={254}
          autoComplete="email"
          defaultValue={sent?.contact}
          aria-describedby="report-promise"
        />
        <p id="report-promise" className="field-hint">
          {m.dreams_report_promise()}
        </p>
        {sent && (
          <p className="field-fault" role="alert">
            {sent.fault}
          </p>
        )}
        <button type="submit" className="button button-danger">
          {m.dreams_report_send()}
        </button>
      </form>
    </details>
  );
}
