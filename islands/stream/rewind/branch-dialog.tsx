import { type FormEvent, type RefObject, useId, useState } from 'react';
import { api, failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { PROMPT_MAX } from '../../../modules/protocol/limits.ts';
import type { StreamController } from '../controller.ts';
import type { StillReport } from '../frames/worker-messages.ts';

interface BranchDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  sessionId: string | null;
  controller: StreamController;
}

const stillOf = (controller: StreamController): Promise<StillReport> =>
  new Promise((resolve) => {
    const stop = controller.onPast((report) => {
      if (report.type !== 'still') return;
      stop();
      resolve(report);
    });
    controller.askStill();
  });

/** Asks for the prompt of a branch, and says what becomes of the live dream. */
export function BranchDialog({ dialog, sessionId, controller }: BranchDialogProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || text.trim() === '') return;
    setBusy(true);
    setFault(null);
    try {
      const { at, frame, image } = await stillOf(controller);
      const request = {
        ...{ session_id: sessionId, from: at / 1000, frame, prompt: text },
        ...(image && { image }),
      };
      await controller.replace(() => api('POST', '/api/stream/branch', request));
      location.assign('/stream');
    } catch (error) {
      setFault(failureText(error, m.stream_rewind_branch_failed()));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={`${id}-title`} onClose={() => setFault(null)}>
      <form className="branch-form" onSubmit={begin}>
        <h2 id={`${id}-title`}>{m.stream_rewind_branch_title()}</h2>
        <p>{m.stream_rewind_branch_about()}</p>
        <label htmlFor={`${id}-prompt`}>{m.stream_rewind_branch_prompt()}</label>
        <textarea
          id={`${id}-prompt`}
          className="field"
          rows={2}
          placeholder=" "
          dir="auto"
          required
          maxLength={PROMPT_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {fault && <p role="alert">{fault}</p>}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {m.stream_rewind_branch_cancel()}
          </button>
          <button type="submit" className="button button-danger" disabled={busy || text.trim() === ''}>
            {m.stream_rewind_branch_submit()}
          </button>
        </div>
      </form>
    </dialog>
  );
}
