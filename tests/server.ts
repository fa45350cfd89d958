import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const STARTS_TIMEOUT_MS = 90_000;

/** Each recording's marks need a process and half a second of CPU, so only tests that check files turn them on. */
const UNMARKED = { CONTENT_CREDENTIALS: 'off', WATERMARK: 'off' };
export const MARKED = { CONTENT_CREDENTIALS: 'on', WATERMARK: 'on' };

/** Settings of the JavaScript engine and its memory, which `tests/run.ts` makes. */
export const RUNTIME = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(BUN_JSC|MIMALLOC)_/.test(name)),
);

export interface RunningServer {
  url: string;
  /** the one-time link for the first admin, if it printed one */
  adminLink: string | null;
  dataDir: string;
  pid: number;
  isRunning(): boolean;
  /** exit code; null if a signal ended it */
  exited: Promise<number | null>;
  /** everything printed so far */
  output(): string;
  /** Stops it like Ctrl-C; returns the exit code. */
  stop(): Promise<number | null>;
  /** kill -9 */
  kill(): Promise<void>;
  /** Stops it and deletes its data. */
  dispose(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** uses the data of an earlier run */
  dataDir?: string;
  command?: string[];
  port?: number;
  /** in its own process group, as under a terminal or a service manager */
  ownGroup?: boolean;
}

/** Starts the real server in its own process on a free port and waits until it reports that it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'reverie-server-')));
  const [program = '', ...args] = options.command ?? [process.execPath, 'src/start.ts'];
  const child = spawn(program, args, {
    detached: options.ownGroup ?? false,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      ...RUNTIME,
      ...UNMARKED,
      ...options.env,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = await readyAddress(child, () => output);
  // Printed together with the address; missing on an installation that already has an admin.
  const adminLink = output.match(/Sign in as the first admin \(once\): (\S+)/)?.[1] ?? null;

  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal);
    return exited;
  };
  return {
    url,
    adminLink,
    dataDir,
    pid: child.pid ?? 0,
    isRunning,
    exited,
    output: () => output,
    stop: () => end('SIGINT'),
    async kill() {
      await end('SIGKILL');
    },
    async dispose() {
      await end('SIGINT');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const give = (fault: string) => {
      child.kill('SIGKILL');
      reject(new Error(`the server ${fault}:\n${output()}`));
    };
    const timer = setTimeout(() => give('was not ready in time'), STARTS_TIMEOUT_MS);
    const onExit = (code: number | null) => {
      clearTimeout(timer);
      give(`ended with exit code ${code}`);
    };
    child.once('exit', onExit);
    const look = () => {
      const address = output().match(/is ready: (\S+)\n/)?.[1];
      if (!address) return;
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(address);
    };
    child.stdout?.on('data', look);
  });
}
