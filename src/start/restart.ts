import { forConsole } from '../../modules/kit/texts/locale.ts';

/** Restarts the program in place to apply saved settings. */
export type Restart = ReturnType<typeof createRestart>;

interface RestartPorts {
  liveDreams(): number;
  /** Stops starting dreams, and resolves once the live ones have ended. */
  drain(): Promise<void>;
  /** Ends everything except the process. */
  stop(): Promise<void>;
  startAgain(): void;
}

export function createRestart({ liveDreams, drain, stop, startAgain }: RestartPorts) {
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
    /** @param waits first lets live dreams finish, without starting new ones; a second call with false ends them */
    begin(waits: boolean): void {
      if (!waits) return void forConsole(leave);
      if (state !== 'runs') return;
      state = 'waits';
      void forConsole(() => drain().then(leave));
    },
  };
}

/** False if the process can't replace itself, as on Windows. */
export const canStartAgain = (): boolean =>
  process.platform !== 'win32' && typeof process.execve === 'function';

/**
 * Replaces this process with a new run of the program; to the parent it is the same process.
 * @param environment the environment that the process was started with
 */
export function startAgain(environment: Readonly<Record<string, string | undefined>>): void {
  const set = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], set);
}
