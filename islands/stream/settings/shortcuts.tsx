import { type RefObject, useRef } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { useHeldKey, useKeys } from '../../ui/use-keys.ts';
import type { Voice } from '../voice/use-voice.ts';

interface ShortcutsProps {
  onFullscreen: () => void;
  onPrompt: () => void;
  /** null for users who can't speak */
  voice: Voice | null;
  onSettings: () => void;
  /** null for guests */
  onTogether: (() => void) | null;
}

const KEYS = [
  ['/', m.stream_shortcut_prompt],
  ['↑', m.stream_shortcut_history],
  ['M', m.stream_shortcut_microphone],
  ['V', m.stream_shortcut_speak],
  ['⌫', m.stream_shortcut_discard],
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

const nothing = () => {};

/** Keyboard shortcuts of the live page, and their list under "?". */
export function Shortcuts({ onFullscreen, onPrompt, voice, onSettings, onTogether }: ShortcutsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({
    '/': onPrompt,
    m: () => void voice?.toggle(),
    backspace: () => voice?.discard(),
    f: onFullscreen,
    s: onSettings,
    w: () => onTogether?.(),
    '?': () => dialog.current?.showModal(),
  });
  useHeldKey('v', voice?.press ?? nothing, voice?.release ?? nothing);
  return <List dialog={dialog} />;
}

function List({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
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
