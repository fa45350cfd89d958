import { useEffect } from 'react';

/** Keeps the screen on, and asks before the tab is closed, for as long as somebody’s dream may need it. */
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
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    void stayAwake();
    document.addEventListener('visibilitychange', stayAwake);
    window.addEventListener('beforeunload', askFirst);
    return () => {
      over = true;
      void lock?.release();
      document.removeEventListener('visibilitychange', stayAwake);
      window.removeEventListener('beforeunload', askFirst);
    };
  }, [on]);
}
