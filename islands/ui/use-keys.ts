import { useEffect, useRef } from 'react';

/** Single keys, but never while a person writes or answers a dialog, and never with a modifier of the browser. */
export function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** A key that means something for as long as it is held down. */
export function useHeldKey(key: string, onPress: () => void, onLetGo: () => void) {
  const latest = useRef({ onPress, onLetGo });
  latest.current = { onPress, onLetGo };
  useEffect(() => {
    let isHeld = false;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !isFree(event)) return;
      event.preventDefault();
      if (isHeld) return;
      isHeld = true;
      latest.current.onPress();
    };
    const release = () => {
      if (isHeld) latest.current.onLetGo();
      isHeld = false;
    };
    const onKeyUp = (event: KeyboardEvent) => event.key.toLowerCase() === key && release();
    document.addEventListener('keydown', press);
    document.addEventListener('keyup', onKeyUp);
    // Another window gets the keys from here on, and reports to nobody that this one was released.
    window.addEventListener('blur', release);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', release);
    };
  }, [key]);
}

function isFree(event: KeyboardEvent): boolean {
  // Many keyboards have brackets only with AltGr, which may report itself as Ctrl and Alt.
  const writesASign = event.getModifierState('AltGraph');
  if (!writesASign && (event.ctrlKey || event.metaKey || event.altKey)) return false;
  // One that was just closed may hold the focus until the next frame.
  return !(event.target as HTMLElement).closest('input, textarea, select, dialog[open]');
}
