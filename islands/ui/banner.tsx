import { useCallback, useEffect, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { AlertIcon } from './icons.tsx';

const ACTION_FAILURE_MS = 3000;

export function Banner({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="notice banner" role="alert">
      <AlertIcon />
      <p>{text}</p>
      <button type="button" className="button" onClick={onDismiss}>
        {m.web_dismiss()}
      </button>
    </div>
  );
}

/** State for the error message of an action; cleared after 3 s. */
export function useActionFailure() {
  const [failure, setFailure] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!failure) return;
    // Don't clear a newer failure: effects are cleaned up only after it is painted.
    const clear = () => setFailure((current) => (current === failure ? null : current));
    const timer = setTimeout(clear, ACTION_FAILURE_MS);
    return () => clearTimeout(timer);
  }, [failure]);
  const report = useCallback((text: string) => setFailure({ text }), []);
  const dismiss = useCallback(() => setFailure(null), []);
  return { text: failure?.text ?? null, report, dismiss };
}
