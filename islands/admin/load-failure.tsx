interface LoadFailureProps {
  /** what failed to load: `The sessions` */
  what: string;
  reason: string;
  onRetry: () => void;
}

/** Replaces a list that failed to load, so that it doesn't look empty. */
export function LoadFailure({ what, reason, onRetry }: LoadFailureProps) {
  return (
    <div className="admin-note" role="alert">
      <p>
        {what} could not be read: {reason}
      </p>
      <button type="button" className="admin-button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
