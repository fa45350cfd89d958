import { type RefObject, useLayoutEffect } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';

const KEYS = [
  ['/', m.stream_shortcut_prompt],
  ['↑', m.stream_shortcut_history],
  ['M', m.stream_shortcut_microphone],
  ['V', m.stream_shortcut_speak],
  ['⌫', m.stream_shortcut_discard],
  ['U', m.stream_shortcut_sound],
  ['F', m.stream_shortcut_fullscreen],
  ['S', m.stream_shortcut_settings],
  ['W', m.stream_shortcut_together],
  ['T / X', m.stream_shortcut_suggestion],
  ['← / →', m.stream_shortcut_rewind],
  ['L', m.stream_shortcut_live],
  ['K', m.stream_shortcut_keep],
  ['Esc', m.stream_shortcut_escape],
  ['?', m.stream_shortcut_list],
] as const;

interface ShortcutListProps {
  dialog: RefObject<HTMLDialogElement | null>;
  /** opens it as soon as it is there */
  opens: boolean;
}

/** The list of keyboard shortcuts. */
export default function ShortcutList({ dialog, opens }: ShortcutListProps) {
  useLayoutEffect(() => {
    if (opens) dialog.current?.showModal();
  }, [dialog, opens]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">{m.stream_shortcuts_title()}</h2>
      <dl className="shortcuts">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning()}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {m.stream_shortcuts_close()}
        </button>
      </div>
    </dialog>
  );
}
