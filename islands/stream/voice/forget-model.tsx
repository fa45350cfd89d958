import { useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

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
        {m.voice_model_remove()}
      </button>
      <p className="settings-note" role="status">
        {outcome === 'forgotten' && m.voice_model_removed()}
        {outcome === 'failed' && m.voice_model_not_removed()}
      </p>
    </div>
  );
}
