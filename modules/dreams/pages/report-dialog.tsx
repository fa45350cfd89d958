import { PageScript } from '../../../src/web/island.tsx';
import { REPORT_MAX } from '../limits.ts';
import type { ReportReason } from '../schemas.ts';

const REASONS: Record<ReportReason, string> = {
  sexual: 'Sexual content',
  violent: 'Violence or danger',
  hateful: 'Hate or harassment',
  copyright: 'It uses my work or likeness',
  other: 'Something else',
};

/** A quiet link under a shared dream; what is sent reaches the admins. */
export function ReportDialog({ address }: { address: string }) {
  return (
    <div className="report">
      <PageScript name="report" />
      <button type="button" className="text-button" data-report-open="">
        Report
      </button>
      <dialog className="dialog" data-report={address} aria-labelledby="report-title">
        <h2 id="report-title">Report this dream</h2>
        <form>
          <fieldset className="report-reasons">
            <legend>What is wrong with it?</legend>
            {Object.entries(REASONS).map(([value, label]) => (
              <label key={value} className="check">
                <input type="radio" name="reason" value={value} required />
                {label}
              </label>
            ))}
          </fieldset>
          <label className="label" htmlFor="report-message">
            Anything else we should know? (optional)
          </label>
          <textarea id="report-message" className="field" name="message" rows={3} maxLength={REPORT_MAX} />
          <p className="field-fault" role="alert" data-report-fault="" />
          <div className="dialog-actions">
            <button type="button" className="button" data-report-close="">
              Cancel
            </button>
            <button type="submit" className="button button-danger">
              Send report
            </button>
          </div>
        </form>
        <div data-report-done="" hidden>
          <p role="status">Thank you. The people who run this site will have a look.</p>
          <div className="dialog-actions">
            <button type="button" className="button" data-report-close="">
              Close
            </button>
          </div>
        </div>
      </dialog>
    </div>
  );
}
