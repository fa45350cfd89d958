import type { RefObject } from 'react';

interface ServerVoiceDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  onAccept: () => void;
}

/** Offers the server's transcription to browsers that can't do it themselves. */
export function ServerVoiceDialog({ dialog, onAccept }: ServerVoiceDialogProps) {
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="server-voice-title">
      <h2 id="server-voice-title">Let the server listen?</h2>
      <p>
        This browser can’t turn speech into text by itself: it lacks WebGPU. This server can. While the
        microphone is on, your voice is then sent to it.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Not now
        </button>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            dialog.current?.close();
            onAccept();
          }}
        >
          Use the server
        </button>
      </div>
    </dialog>
  );
}
