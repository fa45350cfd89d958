import { useLayoutEffect, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

interface ServerVoiceDialogProps {
  onAccept: () => void;
  onClose: () => void;
}

/** Offers the server's transcription to browsers that can't do it themselves. Opens by itself. */
export default function ServerVoiceDialog({ onAccept, onClose }: ServerVoiceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="server-voice-title" onClose={onClose}>
      <h2 id="server-voice-title">{m.voice_server_title()}</h2>
      <p>{m.voice_server_about()}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {m.voice_server_cancel()}
        </button>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            dialog.current?.close();
            onAccept();
          }}
        >
          {m.voice_server_accept()}
        </button>
      </div>
    </dialog>
  );
}
