/** Starting the program again in its own place, so that saved settings are taken up. */
export interface Restart {
  /** @param waits lets live dreams go on to their end first, and begins no others; once more without, it ends them */
  begin(waits: boolean): void;
  isWaiting(): boolean;
  liveDreams(): number;
}

interface RestartPorts {
  liveDreams(): number;
  /** begins no dream any more, and resolves once the live ones have ended */
  drain(): Promise<void>;
  /** Ends everything but the process. */
  stop(): Promise<void>;
  startAgain(): void;
}

export function createRestart({ liveDreams, drain, stop, startAgain }: RestartPorts): Restart {
  let state: 'runs' | 'waits' | 'stops' = 'runs';

  async function leave(): Promise<void> {
    if (state === 'stops') return;
    state = 'stops';
    await stop();
    startAgain();
  }

  return {
    liveDreams,
    isWaiting: () => state === 'waits',
    begin(waits) {
      if (!waits) return void leave();
      if (state !== 'runs') return;
      state = 'waits';
      void drain().then(leave);
    },
  };
}

/** False where a process can't be replaced by another, as on Windows. */
export const canStartAgain = (): boolean =>
  process.platform !== 'win32' && typeof process.execve === 'function';

/**
 * Replaces this process by a new run of the same program: its parent sees one process go on.
 * @param environment the one that it was started with
 */
export function startAgain(environment: Readonly<Record<string, string | undefined>>): void {
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], set);
}
