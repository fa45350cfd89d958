import { useEffect, useState } from 'react';

const IDLE_AFTER_MS = 3000;

/** True after three seconds without movement, taps or typing. Only tracked while `watching`. */
export function useIdle(watching: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!watching) return;
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const name of events) document.addEventListener(name, wake);
    wake();
    return () => {
      clearTimeout(timer);
      for (const name of events) document.removeEventListener(name, wake);
      setIdle(false);
    };
  }, [watching]);
  return idle;
}
