import { useEffect, useRef } from 'react';
import { ownsKey } from './owns-key.ts';

/** Single-key shortcuts; inactive where a field or dialog owns the key, and with Ctrl, Alt or Meta. */
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

/** A key that acts while it is held down. */
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
    // When another window takes the focus, no keyup arrives.
    window.addEventListener('blur', release);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', release);
    };
  }, [key]);
}

function isFree(event: KeyboardEvent): boolean {
  // Many keyboards need AltGr for brackets, which may be reported as Ctrl and Alt.
  const writesASign = event.getModifierState('AltGraph');
  if (!writesASign && (event.ctrlKey || event.metaKey || event.altKey)) return false;
  return !ownsKey(event.target, event.key);
}
