import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childOptions } from './child-options.ts';
import { usageOf } from './usage.ts';

/** Amount of stderr kept for error messages. */
const KEPT_STDERR_CHARS = 2000;
const WATCH_INTERVAL_MS = 200;

export interface ChildOrder {
  program: string;
  args?: readonly string[];
  /** for the runtime; default: those that run the program's language without the server's own */
  flags?: readonly string[];
  /** variables to add to the system's environment */
  env?: Readonly<Record<string, string>>;
  /** sent as JSON on the first line of its input */
  input?: unknown;
  limitMs: number;
  /** default: unlimited */
  maxOutputBytes?: number;
  /** memory of the whole process, where the system reports it; default: unlimited */
  maxMemoryBytes?: number;
  /** kills the process; the call then rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called with each line of output, which is collected otherwise */
  onLine?(line: string): void;
}

export interface ChildEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** the limit that it exceeded, if it was killed for that */
  exceeded: 'time' | 'memory' | 'output' | null;
  output: Buffer;
  /** the end of its error output */
  complaints: string;
}

/**
 * Runs a process for work that may crash or take up all processor time, such as that of codecs. It is killed if it
 * exceeds a limit. Rejects if it can't start.
 */
export async function runChild(order: ChildOrder): Promise<ChildEnd> {
  order.signal?.throwIfAborted();
  const child = startChild(order);
  let complaints = '';
  let exceeded: ChildEnd['exceeded'] = null;
  const kill = () => child.kill('SIGKILL');
  const stop = (limit: NonNullable<ChildEnd['exceeded']>) => {
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
  const output: Buffer[] = [];
  let outputBytes = 0;
  if (order.onLine) createInterface({ input: child.stdout }).on('line', order.onLine);
  else
    child.stdout.on('data', (part: Buffer) => {
      output.push(part);
      outputBytes += part.length;
      if (outputBytes > (order.maxOutputBytes ?? Number.POSITIVE_INFINITY)) stop('output');
    });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-KEPT_STDERR_CHARS);
  });
  try {
    const end = await childEnd(child);
    order.signal?.throwIfAborted();
    return { ...end, exceeded, output: Buffer.concat(output), complaints: complaints.trim() };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    order.signal?.removeEventListener('abort', kill);
  }
}

function startChild({ program, args = [], flags = runtimeFlags(program), env, input }: ChildOrder) {
  const child = spawn(process.execPath, [...flags, program, ...args], {
    ...childOptions(env),
    // As long as stdin is open, the child knows that the server is alive.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Writing to a child that has exited fails; its exit code says why.
  child.stdin.on('error', () => {});
  // Sent through stdin, because arguments are readable by every user of the machine and an environment variable holds
  // only 128 KB.
  if (input !== undefined) child.stdin.write(`${JSON.stringify(input)}\n`);
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

/** First line of an error that a runtime prints. Bun prints system errors without a name. */
const THROWN = /^(?:(?:\w*(?:Error|Exception)(?: \[\w+\])?|error): (?=.)|(?=E[A-Z0-9]+: .))/;
/** First line after its message: the stack, or the error's own fields. */
const AFTER_MESSAGE = /^\s+at |^ *\w+: |^\s*\{/;
const INDENTED = /^\s/;
const VERSION = /^(?:Bun|Node\.js) v\d/;

/**
 * The reason in the error output of a child that crashed. Runtimes print the code before the error, and the stack and
 * their version after it. Without an error, it is the last line, with the one that it belongs to if it is indented.
 * Empty if it complained about nothing.
 */
export function reasonIn(complaints: string): string {
  const lines = complaints.split('\n').filter((line) => line.trim() !== '' && !VERSION.test(line));
  const at = lines.findLastIndex((line) => THROWN.test(line));
  const first = at < 0 ? lines.findLastIndex((line) => !INDENTED.test(line)) : at;
  const [thrown = '', ...more] = lines.slice(Math.max(first, 0));
  const after = more.findIndex((line) => AFTER_MESSAGE.test(line));
  const message = [thrown.replace(THROWN, ''), ...more.slice(0, after < 0 ? more.length : after)];
  return message.map((line) => line.trim()).join(' ');
}
