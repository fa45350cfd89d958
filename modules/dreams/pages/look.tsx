import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface LookPageProps {
  dreamId: string;
  /** The owner will receive the reason. */
  isMailed: boolean;
}

/** Shown to operators before they see a dream that its owner doesn't share. */
export function LookPage({ dreamId, isMailed }: LookPageProps) {
  return (
    <QuietPage title="Someone else’s dream">
      <p>
        Its owner does not share it. Say why you look at it: that stands in the audit
        {isMailed ? ', and its owner gets it by mail' : ''}.
      </p>
      <form method="post" action="/admin/look" className="look-form">
        <input type="hidden" name="session_id" value={dreamId} />
        <label htmlFor="look-reason">Reason</label>
        <input id="look-reason" className="field" name="reason" required maxLength={500} autoComplete="off" />
        <button type="submit" className="button button-primary">
          Look at it
        </button>
      </form>
    </QuietPage>
  );
}
