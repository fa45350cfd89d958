import { type ChildProcess, spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../src/kit/children/child-options.ts';
import type { Log } from '../../../src/kit/log.ts';

const RESTART_FIRST_MS = 250;
const RESTART_MOST_MS = 60_000;
/** A worker that lived this long was well; its next exit starts the back-off from the beginning. */
const WELL_AFTER_MS = 30_000;
/** Exit code of a worker that has logged why it can't draw; a large model takes its time to find that out. */
const FAULT_CODE = 1;

/** Characters kept of a worker's last output: enough for a sentence, and for a stack above it. */
const KEPT_CHARACTERS = 4_000;

/** Why a worker of this box can't draw. */
export interface WorkerTrouble {
  /** its last output, for operators */
  words: string;
  /** how many in a row ended so */
  falls: number;
  /** when another is started, in ms since the epoch */
  nextAt: number;
}

/** Starts worker processes on this box, one a slot, and restarts those that end. */
export function startEmbeddedWorkers(options: {
  slots: number;
  relayUrl: string;
  workerToken: string;
  logLevel: string;
  /** all of the workers' environment: these settings and no others */
  env: Readonly<Record<string, string>>;
  log: Log;
  /** a worker has ended before it was well */
  onTrouble(workerId: string, words: string): void;
}) {
  const { log } = options;
  const program = fileURLToPath(new URL('../../../src/worker.ts', import.meta.url));
  const running = new Set<ChildProcess>();
  /** by slot; what is kept of a worker until another one was well */
  const troubles = new Map<number, WorkerTrouble>();
  let stopping = false;

  function startOne(slot: number, wait: number): void {
    const startedAt = performance.now();
    // Dreams would end with each that dies.
    const patience = troubles.has(slot) ? ['--dials-when-open'] : [];
    // The worker takes its open stdin pipe as the sign that the server lives: it exits when the pipe closes,
    // and needs no signal.
    const child = spawn(process.execPath, [...process.execArgv, program, '--embedded', ...patience], {
      ...childOptions({
        ...options.env,
        LOG_LEVEL: options.logLevel,
        RELAY_URL: options.relayUrl,
        WORKER_TOKEN: options.workerToken,
        WORKER_NAME: nameOf(slot),
      }),
      stdio: ['pipe', 'inherit', 'pipe'],
    });
    running.add(child);
    let written = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      process.stderr.write(bytes);
      written = `${written}${bytes.toString('utf8')}`.slice(-KEPT_CHARACTERS);
    });
    let over = false;
    const onEnd = (how: string, code: number | null = null) => {
      if (over) return;
      over = true;
      running.delete(child);
      if (stopping) return;
      const wasWell = code !== FAULT_CODE && performance.now() - startedAt > WELL_AFTER_MS;
      const next = wasWell ? RESTART_FIRST_MS : Math.min(RESTART_MOST_MS, wait * 2);
      const falls = wasWell ? 1 : (troubles.get(slot)?.falls ?? 0) + 1;
      const words = lastWords(written) ?? `It ended with ${how}.`;
      troubles.set(slot, { words, falls, nextAt: Date.now() + next });
      log.warn('embedded worker ended; starting another', { slot, how, words, inMs: next, falls });
      if (!wasWell) options.onTrouble(nameOf(slot), words);
      startLater(slot, next);
    };
    child.once('error', (error) => onEnd(error.message));
    // Not before all that it wrote has been read.
    child.once('close', (code, signal) => onEnd(signal ?? `exit code ${code}`, code));
  }

  function startLater(slot: number, wait: number): void {
    setTimeout(() => stopping || tryOne(slot, wait), wait).unref();
  }

  /** Retries where the system can't start a process. */
  function tryOne(slot: number, wait: number): void {
    try {
      startOne(slot, wait);
    } catch (error) {
      log.warn('no embedded worker can be started', { slot, error });
      startLater(slot, Math.min(RESTART_MOST_MS, wait * 2));
    }
  }

  for (let slot = 1; slot <= options.slots; slot++) tryOne(slot, RESTART_FIRST_MS);

  return {
    /** the processes' ids, for operators and tests */
    pids: () => [...running].map(({ pid }) => pid),
    /** of the worker that ended last; means nothing while one is connected */
    trouble: (): WorkerTrouble | null =>
      [...troubles.values()].sort((one, other) => other.nextAt - one.nextAt)[0] ?? null,
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(
        [...running].map(
          (child) =>
            new Promise<void>((resolve) => {
              child.once('exit', () => resolve());
              child.stdin?.end();
              setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
            }),
        ),
      );
    },
  };
}

/** Id of the worker in a slot, the same after each restart. */
const nameOf = (slot: number) => `${hostname().slice(0, 60)}-${slot}`;

/** The last line that is a sentence: neither of the log, which is JSON, nor of a stack. */
export function lastWords(written: string): string | null {
  const lines = written.split('\n').filter((line) => line.trim() !== '' && !/^[{\s]/.test(line));
  return lines.at(-1)?.trim().slice(0, 500) ?? null;
}
