import { useEffect } from 'react';

/** Keeps the screen on for as long as a person’s dream may come. */
export function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    // A page in the background loses the lock, and gets it back when it is seen again.
    async function stayAwake() {
      if (document.visibilityState !== 'visible') return;
      const taken = await navigator.wakeLock?.request('screen').catch(() => null);
      if (over) void taken?.release();
      else lock = taken ?? null;
    }
    void stayAwake();
    document.addEventListener('visibilitychange', stayAwake);
    return () => {
      over = true;
      void lock?.release();
      document.removeEventListener('visibilitychange', stayAwake);
    };
  }, [on]);
}

/** Has the browser ask before the tab is closed. */
export function useAskBeforeClosing(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [on]);
}
