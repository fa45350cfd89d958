import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { childOptions } from '../../kit/children/child-options.ts';
import { withTurn } from '../../kit/storage/file-lock.ts';
import { m } from '../../kit/texts/m.ts';
import { ModelFault } from '../contract/faults.ts';
import type { ReportProgress } from '../opening.ts';
import { fetchSettings } from './system-settings.ts';

const PACKAGE = 'onnxruntime-node';
const VERSION = '1.30.0';

interface EngineOptions {
  cuda: boolean;
  report: ReportProgress;
}

/**
 * Installs ONNX Runtime into DATA_DIR/engines unless it exists: 290 MB that boxes without their own generator never
 * download. CUDA adds some 300 MB and is only included on request.
 * @returns the folder whose node_modules contain it
 */
export async function installEngine(dataDir: string, options: EngineOptions): Promise<string> {
  const folder = engineFolder(dataDir, options.cuda);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  // another worker on this box may have installed it meanwhile
  await withTurn(`${folder}.turn.sqlite`, async () => existsSync(folder) || (await install(folder, options)));
  return folder;
}

export const engineFolder = (dataDir: string, cuda: boolean) =>
  join(dataDir, 'engines', `${PACKAGE}-${VERSION}${cuda ? '-cuda' : ''}`);

async function install(folder: string, { cuda, report }: EngineOptions): Promise<void> {
  const installing = cuda ? m.worker_runtime_installing_cuda : m.worker_runtime_installing;
  report(installing({ version: VERSION }), null, { folder });
  const unfinished = await mkdtemp(join(dirname(folder), '.unfinished-'));
  try {
    await writeFile(join(unfinished, 'package.json'), JSON.stringify(manifest(cuda)));
    await runInstaller(unfinished, cuda);
    await dropOtherSystems(join(unfinished, 'node_modules', PACKAGE, 'bin'));
    await rename(unfinished, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const failed = cuda ? m.worker_runtime_not_installed_cuda : m.worker_runtime_not_installed;
    throw new ModelFault(failed({ version: VERSION, reason, folder }));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The package's install script only downloads CUDA's part, so we trust it only for that. */
const manifest = (cuda: boolean) => ({
  name: 'reverie-engine',
  private: true,
  dependencies: { [PACKAGE]: VERSION },
  ...(cuda ? { trustedDependencies: [PACKAGE] } : {}),
});

/** Uses the package manager that comes with the runtime (Bun or Node). */
function runInstaller(cwd: string, cuda: boolean): Promise<void> {
  const [program, ...args] =
    process.versions.bun === undefined
      ? ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts=false']
      : [process.execPath, 'install'];
  const child = spawn(program as string, args, {
    ...childOptions({ ...fetchSettings(), ONNXRUNTIME_NODE_INSTALL: cuda ? 'cuda12' : 'skip' }),
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  child.once('close', () => process.off('exit', stop));
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-1000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(mainError(complaints) || `exit code ${code}`)),
    );
  });
}

/** Picks the line with the actual error from a stack of messages. */
function mainError(complaints: string): string {
  const lines = complaints.trim().split('\n');
  return (lines.find((line) => /^\s*(npm )?err(or)?\b/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** Deletes the libraries of other systems, which are never loaded. */
async function dropOtherSystems(bin: string): Promise<void> {
  for (const api of await readdir(bin)) {
    for (const system of await readdir(join(bin, api))) {
      if (system !== process.platform) await rm(join(bin, api, system), { recursive: true });
    }
  }
}
