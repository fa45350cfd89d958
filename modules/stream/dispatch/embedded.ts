import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../../src/kit/log.ts';

const RESTART_FIRST_MS = 250;
const RESTART_MOST_MS = 60_000;
/** A worker that lived this long was well; its next fall starts the waits anew. */
const WELL_AFTER_MS = 30_000;
/** With this code it ends when it has told why it can't draw; a large model takes its time to find that out. */
const FAULT_CODE = 1;

/** Starts worker processes on this box, one a slot, and again when one falls. */
export function startEmbeddedWorkers(options: {
  slots: number;
  relayUrl: string;
  workerToken: string;
  logLevel: string;
  /** what draws: these settings and no others reach the workers */
  env: Readonly<Record<string, string>>;
  log: Log;
}) {
  const { log } = options;
  const program = fileURLToPath(new URL('../../../src/worker.ts', import.meta.url));
  const running = new Set<ChildProcess>();
  let stopping = false;

  function startOne(slot: number, wait: number): void {
    const startedAt = performance.now();
    // An open pipe as its input tells the worker that the server lives: it ends when the pipe does.
    const child = spawn(process.execPath, [...process.execArgv, program, '--embedded'], {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: {
        ...options.env,
        NODE_ENV: 'production',
        LOG_LEVEL: options.logLevel,
        RELAY_URL: options.relayUrl,
        WORKER_TOKEN: options.workerToken,
      },
    });
    running.add(child);
    let over = false;
    const onEnd = (how: string, code: number | null = null) => {
      if (over) return;
      over = true;
      running.delete(child);
      if (stopping) return;
      const wasWell = code !== FAULT_CODE && performance.now() - startedAt > WELL_AFTER_MS;
      const next = wasWell ? RESTART_FIRST_MS : Math.min(RESTART_MOST_MS, wait * 2);
      log.warn('embedded worker ended; starting another', { slot, how, inMs: next });
      setTimeout(() => stopping || startOne(slot, next), next).unref();
    };
    child.once('error', (error) => onEnd(error.message));
    child.once('exit', (code, signal) => onEnd(signal ?? `exit code ${code}`, code));
  }

  for (let slot = 1; slot <= options.slots; slot++) startOne(slot, RESTART_FIRST_MS);

  return {
    /** the processes' ids, for operators and tests */
    pids: () => [...running].map(({ pid }) => pid),
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(
        [...running].map(
          (child) =>
            new Promise<void>((resolve) => {
              child.once('exit', () => resolve());
              child.kill('SIGTERM');
              setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
            }),
        ),
      );
    },
  };
}
