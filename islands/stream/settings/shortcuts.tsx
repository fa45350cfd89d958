import { type RefObject, useRef } from 'react';
import { useHeldKey, useKeys } from '../../ui/use-keys.ts';
import type { Voice } from '../voice/use-voice.ts';

interface ShortcutsProps {
  onFullscreen: () => void;
  onPrompt: () => void;
  voice: Voice;
  onSettings: () => void;
}

const KEYS = [
  ['/', 'Write a prompt'],
  ['↑', 'Bring back an earlier prompt'],
  ['M', 'Microphone on or off'],
  ['V', 'Speak while you hold it'],
  ['⌫', 'Don’t send what you just said'],
  ['F', 'Fullscreen'],
  ['S', 'Settings'],
  ['Esc', 'Leave fullscreen, close a dialog'],
  ['?', 'These shortcuts'],
] as const;

/** Keyboard shortcuts of the live page, and their list under "?". */
export function Shortcuts({ onFullscreen, onPrompt, voice, onSettings }: ShortcutsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({
    '/': onPrompt,
    m: () => void voice.toggle(),
    backspace: voice.discard,
    f: onFullscreen,
    s: onSettings,
    '?': () => dialog.current?.showModal(),
  });
  useHeldKey('v', voice.press, voice.release);
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
