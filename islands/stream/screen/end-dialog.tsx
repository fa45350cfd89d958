import { type RefObject, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

interface EndDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  guest: boolean;
  onEnd: () => Promise<boolean>;
}

export function EndDialog({ dialog, guest, onEnd }: EndDialogProps) {
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
      <h2 id="end-title">{m.stream_end_title()}</h2>
      <p>{guest ? m.stream_guest_kept_until() : m.stream_end_about()}</p>
      {failed && <p role="alert">{m.stream_end_failed()}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {m.stream_end_cancel()}
        </button>
        <button type="button" className="button button-danger" disabled={busy} onClick={end}>
          {busy ? m.stream_end_busy() : m.stream_end_confirm()}
        </button>
      </div>
    </dialog>
  );
}
