import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES_DATA_DIR } from '../engine.ts';
import { WORKER_TOKEN } from './fake-worker.ts';
import { until } from './inbox.ts';

const root = join(import.meta.dirname, '..', '..');

/** `bun run worker` with a diffusion model, as an operator starts it, on an engine that is there already. */
export interface DiffusionWorker {
  dataDir: string;
  /** everything that it printed so far */
  output(): string;
  /** how it ended */
  ended: Promise<number | null>;
  /** the id of the process that runs the model */
  enginePid(): Promise<number>;
  dispose(): Promise<void>;
}

export async function startDiffusionWorker(
  relay: string,
  env: Record<string, string>,
  engines = join(ENGINES_DATA_DIR, 'engines'),
): Promise<DiffusionWorker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-draws-'));
  await mkdir(dataDir, { recursive: true });
  await symlink(engines, join(dataDir, 'engines'));
  const child = spawn(process.execPath, ['src/worker.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      RELAY_URL: relay.replace(/^http/, 'ws'),
      WORKER_TOKEN,
      GENERATOR: 'diffusion',
      DEVICE: 'cpu',
      LOG_LEVEL: 'debug',
      ...env,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    dataDir,
    output: () => output,
    ended,
    enginePid: () => until('the engine’s process', () => childOf(child)),
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function childOf({ pid }: ChildProcess): Promise<number | null> {
  const { stdout } = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const part of stdout) text += part;
  return Number(text.trim().split(/\s+/)[0]) || null;
}
