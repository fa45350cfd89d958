interface LoadFailureProps {
  /** what could not be read: `The sessions` */
  what: string;
  reason: string;
  onRetry: () => void;
}

/** Said in the place of a list that could not be read: it is not empty, nobody knows what is in it. */
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
