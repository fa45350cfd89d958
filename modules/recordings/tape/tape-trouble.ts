/** Tracks what the disk currently rejects, and reports when that starts and ends. */
export function createTapeTrouble(onTrouble: ((reason: Error | null) => void) | undefined) {
  const refused = new Set<'write' | 'sync'>();

  function report(reason: Error | null): void {
    try {
      onTrouble?.(reason);
    } catch {
      // A failing listener must not disturb the live stream.
    }
  }

  return {
    get refusesWrites() {
      return refused.has('write');
    },
    refuse(what: 'write' | 'sync', cause: unknown): void {
      const isNews = refused.size === 0;
      refused.add(what);
      if (isNews) report(cause instanceof Error ? cause : new Error(String(cause)));
    },
    accept(what: 'write' | 'sync'): void {
      if (refused.delete(what) && refused.size === 0) report(null);
    },
  };
}

export type TapeTrouble = ReturnType<typeof createTapeTrouble>;
