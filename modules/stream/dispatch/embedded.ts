import { type ChildProcess, spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { childOptions } from '../../kit/children/child-options.ts';
import type { Log } from '../../kit/log.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';

const RESTART_FIRST_MS = 250;
const RESTART_MOST_MS = 60_000;
/** A worker that ran this long was healthy; its next exit resets the back-off. */
const WELL_AFTER_MS = 30_000;
/**
 * Exit code of a worker that has logged why it can't draw. Always a failure, however long it ran: large models take a
 * while to fail.
 */
const FAULT_CODE = 1;

/** Characters kept of a worker's last output: enough for a sentence above a stack trace. */
const KEPT_CHARACTERS = 4_000;

/** Why a worker on this machine can't draw. */
export interface WorkerTrouble {
  /** last output, for operators */
  words: string;
  /** consecutive failures */
  falls: number;
  /** time of the next start, in ms since the epoch */
  nextAt: number;
}

/** Time for reading the output of a worker that has ended. */
const OUTPUT_WAIT_MS = 1_000;

/** Starts one worker process per slot on this machine and restarts those that exit. */
export function startEmbeddedWorkers(options: {
  /** path of the worker's program */
  program: string;
  slots: number;
  relayUrl: string;
  workerToken: string;
  logLevel: string;
  /** the workers' whole environment; nothing else is inherited */
  env: Readonly<Record<string, string>>;
  log: Log;
  /** called when a worker exits before it counts as healthy */
  onTrouble(workerId: string, words: string): void;
}) {
  const { log, program } = options;
  const running = new Set<ChildProcess>();
  /** last failure by slot, kept until a worker in that slot has been healthy */
  const troubles = new Map<number, WorkerTrouble>();
  let stopping = false;

  function startOne(slot: number, wait: number): void {
    const startedAt = performance.now();
    // After a failure, dial only once the engine has opened, so that repeated crashes don't end dreams.
    const patience = troubles.has(slot) ? ['--dials-when-open'] : [];
    // The worker exits when its stdin closes, so it also stops if the server dies without sending a signal.
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
      const words = lastWords(written) ?? inCodes(() => m.stream_own_ended({ how }));
      troubles.set(slot, { words, falls, nextAt: Date.now() + next });
      log.warn('embedded worker ended; starting another', { slot, how, words, inMs: next, falls });
      if (!wasWell) options.onTrouble(nameOf(slot), words);
      startLater(slot, next);
    };
    child.once('error', (error) => onEnd(error.message));
    const howOf = (code: number | null, signal: string | null) => signal ?? `exit code ${code}`;
    // By then all output has been read. A killed worker's engine may keep the output open for as long as it hangs.
    child.once('close', (code, signal) => onEnd(howOf(code, signal), code));
    child.once('exit', (code, signal) => {
      setTimeout(() => onEnd(howOf(code, signal), code), OUTPUT_WAIT_MS).unref();
    });
  }

  function startLater(slot: number, wait: number): void {
    setTimeout(() => stopping || tryOne(slot, wait), wait).unref();
  }

  /** Retries if the system can't start a process. */
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
    /** process ids, for operators and tests */
    pids: () => [...running].map(({ pid }) => pid),
    /** trouble of the worker that exited last; only meaningful while no worker is connected */
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

/** The worker id of a slot. Stable across restarts. */
const nameOf = (slot: number) => `${hostname().slice(0, 60)}-${slot}`;

/** The last line that reads as a sentence, skipping JSON log lines and stack traces. */
export function lastWords(written: string): string | null {
  const lines = written.split('\n').filter((line) => line.trim() !== '' && !/^[{\s]/.test(line));
  return lines.at(-1)?.trim().slice(0, 500) ?? null;
}
