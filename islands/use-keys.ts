import { useEffect } from 'react';

/** Single keys, but never while somebody writes or answers a dialog, and never with a modifier of the browser. */
export function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // Many keyboards have brackets only with AltGr, which may report itself as Ctrl and Alt.
      const writesASign = event.getModifierState('AltGraph');
      if (!writesASign && (event.ctrlKey || event.metaKey || event.altKey)) return;
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
