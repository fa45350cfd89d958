import { m } from '../../kit/texts/m.ts';
import { QuietPage } from '../../web/pages/quiet-page.tsx';

interface LookPageProps {
  dreamId: string;
  /** The owner will receive the reason. */
  isMailed: boolean;
}

/** Shown to operators before they see a dream that its owner doesn't share. */
export function LookPage({ dreamId, isMailed }: LookPageProps) {
  return (
    <QuietPage title={m.dreams_look_title()}>
      <p>{isMailed ? m.dreams_look_text_mailed() : m.dreams_look_text()}</p>
      <form method="post" action="/admin/look" className="look-form">
        <input type="hidden" name="session_id" value={dreamId} />
        <label htmlFor="look-reason">{m.dreams_look_reason()}</label>
        <input id="look-reason" className="field" name="reason" required maxLength={500} autoComplete="off" />
        <button type="submit" className="button button-primary">
          {m.dreams_look_submit()}
        </button>
      </form>
    </QuietPage>
  );
}
