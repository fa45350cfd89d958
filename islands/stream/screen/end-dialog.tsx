import { type RefObject, useState } from 'react';

interface EndDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  onEnd: () => Promise<boolean>;
}

export function EndDialog({ dialog, onEnd }: EndDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const end = async () => {
    setBusy(true);
    setFailed(false);
    const ended = await onEnd();
    setBusy(false);
    setFailed(!ended);
    if (ended) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="end-title" onClose={() => setFailed(false)}>
      <h2 id="end-title">End this dream?</h2>
      <p>What you have seen is kept on your dreamboard.</p>
      {failed && <p role="alert">It could not be ended. Please try again.</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Keep dreaming
        </button>
        <button type="button" className="button button-danger" disabled={busy} onClick={end}>
          {busy ? 'Ending...' : 'End dream'}
        </button>
      </div>
    </dialog>
  );
}
