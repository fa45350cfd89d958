import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNTIME } from '../server.ts';
import { WORKER_TOKEN } from './fake-worker.ts';

const root = join(import.meta.dirname, '..', '..');

/** `bun run worker` as an operator starts it, with its own data folder. */
export interface WorkerProcess {
  child: ChildProcess;
  dataDir: string;
  /** everything that it has printed */
  output(): string;
  /** its exit code */
  ended: Promise<number | null>;
  dispose(): Promise<void>;
}

/**
 * @param relay the server's URL
 * @param prepare adds files to the data folder
 */
export async function startWorkerProcess(
  relay: string,
  env: Record<string, string>,
  prepare: (dataDir: string) => Promise<void> = async () => {},
): Promise<WorkerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-draws-'));
  await prepare(dataDir);
  const child = spawn(process.execPath, ['src/worker.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      ...RUNTIME,
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      RELAY_URL: relay.replace(/^http/, 'ws'),
      WORKER_TOKEN,
      LOG_LEVEL: 'debug',
      ...env,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    dataDir,
    output: () => output,
    ended,
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
