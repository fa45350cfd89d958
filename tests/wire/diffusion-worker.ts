import { type ChildProcess, spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGINES_DATA_DIR } from '../engine.ts';
import { until } from './inbox.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** `bun run worker` with a diffusion model, on an ONNX Runtime that is already installed. */
export interface DiffusionWorker extends WorkerProcess {
  /** id of the process that runs the model */
  enginePid(): Promise<number>;
}

export async function startDiffusionWorker(
  relay: string,
  env: Record<string, string>,
  engines = join(ENGINES_DATA_DIR, 'engines'),
): Promise<DiffusionWorker> {
  const worker = await startWorkerProcess(
    relay,
    { GENERATOR: 'diffusion', DEVICE: 'cpu', ...env },
    (dataDir) => symlink(engines, join(dataDir, 'engines')),
  );
  return { ...worker, enginePid: () => until('the engine’s process', () => childOf(worker.child)) };
}

async function childOf({ pid }: ChildProcess): Promise<number | null> {
  const { stdout } = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const part of stdout) text += part;
  return Number(text.trim().split(/\s+/)[0]) || null;
}
