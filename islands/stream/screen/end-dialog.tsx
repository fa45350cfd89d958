import { useLayoutEffect, useRef, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

interface EndDialogProps {
  guest: boolean;
  onEnd: () => Promise<boolean>;
  onClose: () => void;
}

/** Asks before the dream ends. Opens by itself. */
export default function EndDialog({ guest, onEnd, onClose }: EndDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
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
    <dialog ref={dialog} className="dialog" aria-labelledby="end-title" onClose={onClose}>
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
