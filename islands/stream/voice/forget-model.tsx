import { useState } from 'react';

interface DropModelProps {
  onDropModel: () => Promise<void>;
}

/** Frees the space that the voice model uses in this browser. */
export function DropModel({ onDropModel }: DropModelProps) {
  const [outcome, setOutcome] = useState<'forgotten' | 'failed' | null>(null);
  return (
    <div className="settings-buttons">
      <button
        type="button"
        className="button button-quiet"
        onClick={() => {
          setOutcome(null);
          onDropModel().then(
            () => setOutcome('forgotten'),
            () => setOutcome('failed'),
          );
        }}
      >
        Forget the voice model
      </button>
      <p className="settings-note" role="status">
        {outcome === 'forgotten' && 'It is gone from this browser. Speaking fetches it again.'}
        {outcome === 'failed' &&
          'It could not be removed. Clear this site’s data in your browser’s settings.'}
      </p>
    </div>
  );
}
