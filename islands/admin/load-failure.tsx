import { m } from '../../modules/kit/texts/m.ts';

interface LoadFailureProps {
  /** message that names what failed to load, and why */
  text: (slots: { reason: string }) => string;
  reason: string;
  onRetry: () => void;
}

/** Replaces a list that failed to load, so that it doesn't look empty. */
export function LoadFailure({ text, reason, onRetry }: LoadFailureProps) {
  return (
    <div className="admin-note" role="alert">
      <p>{text({ reason })}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        {m.admin_forms_load_retry()}
      </button>
    </div>
  );
}
