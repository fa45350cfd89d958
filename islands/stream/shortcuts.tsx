import { type RefObject, useEffect, useRef } from 'react';

interface ShortcutsProps {
  onFullscreen: () => void;
  onPrompt: () => void;
  onMicrophone: () => void;
  onSettings: () => void;
}

const KEYS = [
  ['/', 'Write a prompt'],
  ['↑', 'Bring back an earlier prompt'],
  ['M', 'Microphone on or off'],
  ['F', 'Fullscreen'],
  ['S', 'Settings'],
  ['Esc', 'Leave fullscreen, close a dialog'],
  ['?', 'These shortcuts'],
] as const;

/** The keys of the live page, and the list of them under "?". */
export function Shortcuts({ onFullscreen, onPrompt, onMicrophone, onSettings }: ShortcutsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({
    '/': onPrompt,
    m: onMicrophone,
    f: onFullscreen,
    s: onSettings,
    '?': () => dialog.current?.showModal(),
  });
  return <List dialog={dialog} />;
}

function List({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl className="shortcuts">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

/** Single keys, but never while somebody writes or answers a dialog, and never with a modifier of the browser. */
function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // One that was just closed may hold the focus until the next frame.
      if (target.closest('input, textarea, select, dialog[open]')) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
