import { useEffect } from 'react';

/** Keeps the screen awake while a dream may arrive. */
export function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    // Background pages lose the lock and must request it again.
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

/** Asks for confirmation before the tab closes. */
export function useAskBeforeClosing(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [on]);
}
