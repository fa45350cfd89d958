import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childOptions } from '../../kit/children/child-options.ts';
import { usageOf } from '../../kit/children/usage.ts';

/** Amount of stderr kept for error messages. */
const KEPT_STDERR_CHARS = 2000;
const WATCH_INTERVAL_MS = 200;

export interface ChildOrder {
  program: string;
  args: readonly string[];
  /** sent as JSON on the first line of its input */
  input: unknown;
  limitMs: number;
  /** memory of the whole process, where the system reports it; default: unlimited */
  maxMemoryBytes?: number;
  /** kills the process; the call then rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called with each line of output */
  onLine(line: string): void;
}

export interface ChildEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** the limit that it exceeded, if it was killed for that */
  exceeded: 'time' | 'memory' | null;
  /** the end of its error output */
  complaints: string;
}

/**
 * Runs a process that uses codecs, which can crash and take up all processor time. It is killed if it exceeds a limit.
 * Rejects if it can't start.
 */
export async function runChild(order: ChildOrder): Promise<ChildEnd> {
  order.signal?.throwIfAborted();
  const child = startChild(order);
  let complaints = '';
  let exceeded: ChildEnd['exceeded'] = null;
  const kill = () => child.kill('SIGKILL');
  const stop = (limit: 'time' | 'memory') => {
    exceeded ??= limit;
    kill();
  };
  const timer = setTimeout(() => stop('time'), order.limitMs);
  const { maxMemoryBytes } = order;
  const watch =
    maxMemoryBytes === undefined
      ? undefined
      : setInterval(() => {
          if (usageOf(child.pid).memoryBytes > maxMemoryBytes) stop('memory');
        }, WATCH_INTERVAL_MS);
  order.signal?.addEventListener('abort', kill, { once: true });
  createInterface({ input: child.stdout }).on('line', order.onLine);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT_STDERR_CHARS);
  });
  try {
    const end = await childEnd(child);
    order.signal?.throwIfAborted();
    return { ...end, exceeded, complaints: complaints.trim() };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    order.signal?.removeEventListener('abort', kill);
  }
}

function startChild({ program, args, input }: ChildOrder) {
  const child = spawn(process.execPath, [...runtimeFlags(program), program, ...args], {
    ...childOptions(),
    // As long as stdin is open, the child knows that the server is alive.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Writing to a child that has exited fails; its exit code says why.
  child.stdin.on('error', () => {});
  // Sent through stdin, because arguments are readable by every user of the machine and an environment variable holds
  // only 128 KB.
  child.stdin.write(`${JSON.stringify(input)}\n`);
  return child;
}

/** Node before 22.18 needs a flag to run TypeScript. */
function runtimeFlags(program: string): string[] {
  const needsFlag = process.versions.bun === undefined && program.endsWith('.ts');
  return needsFlag ? ['--experimental-strip-types', '--no-warnings'] : [];
}

/** Resolves once the process has exited and all its output is read. Rejects if it can't start. */
function childEnd(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
