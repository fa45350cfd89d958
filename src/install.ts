import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../modules/kit/storage/file-lock.ts';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'node_modules');
const stamp = join(packages, '.reverie-lock');
const INSTALLS_TIMEOUT_MS = 600_000;

/** Which packages to install: only what the program needs, or also what tests and development need. */
type Extent = 'program' | 'everything';

/**
 * Installs the packages of the lock file unless they are already there: only the program's, or with `--everything` the
 * tests' too. A stamp in node_modules records the lock file's hash and the extent, so an up-to-date install costs one
 * hash. It is a separate program that runs before every command, because a process that once failed to resolve a
 * package can't resolve it later either.
 * @returns whether they were missing
 */
function installPackages(asked: Extent): boolean {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'bun.lock')))
    .digest('hex');
  if (isThere(lock, asked)) return false;
  const release = takeTurn();
  // Another start may have installed them while this one waited.
  if (!isThere(lock, asked)) install(lock, keptExtent(asked));
  release();
  return true;
}

function isThere(lock: string, asked: Extent): boolean {
  const found = readStamp();
  return found?.lock === lock && (found.extent === asked || found.extent === 'everything');
}

/**
 * A checkout that has been tested will be tested again, so a start with a new lock file updates the test packages too.
 */
const keptExtent = (asked: Extent): Extent => (readStamp()?.extent === 'everything' ? 'everything' : asked);

function readStamp(): { lock: string; extent: Extent } | null {
  if (!existsSync(stamp)) return null;
  const [lock = '', extent] = readFileSync(stamp, 'utf8').split(' ');
  return { lock, extent: extent === 'program' ? 'program' : 'everything' };
}

/** Only one install at a time in this folder; others wait. */
function takeTurn(): () => void {
  mkdirSync(packages, { recursive: true });
  const release = takeLock(join(packages, '.reverie-turn.sqlite'), INSTALLS_TIMEOUT_MS);
  if (release) return release;
  console.error('Another install has not ended within ten minutes. End it, then run this again.');
  process.exit(1);
}

function install(lock: string, extent: Extent): void {
  console.log('Installing packages (once)…');
  const args = ['install', '--frozen-lockfile', ...(extent === 'program' ? ['--production'] : [])];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    console.error('The packages could not be installed. Is the npm registry reachable? Then run this again.');
    process.exit(1);
  }
  dropUnusedEngines();
  writeFileSync(stamp, `${lock} ${extent}`);
}

/** The speech engine ships a dozen builds of 110 MB each; pages only use the WebGPU one (`islands/build/entries.ts`). */
function dropUnusedEngines(): void {
  const dir = join(packages, 'onnxruntime-web/dist');
  for (const name of readdirSync(dir)) {
    if (!/asyncify|webgpu/.test(name) || name.endsWith('.map')) rmSync(join(dir, name));
  }
}

/** Compiles the message catalogs, if the folder has them: a container's first layer holds only the packages. */
async function compileCatalogs(): Promise<void> {
  if (!existsSync(join(root, 'modules/kit/texts'))) return;
  const { compileTexts } = await import('../modules/kit/texts/compile/compile-texts.ts');
  await compileTexts();
}

try {
  // New packages can only be resolved by a new process, which finds them installed.
  if (installPackages(process.argv.includes('--everything') ? 'everything' : 'program')) {
    const { status } = spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' });
    process.exit(status ?? 1);
  }
} catch (error) {
  const why = error instanceof Error ? error.message : error;
  console.error(
    `The packages could not be installed (${why}). May this user write ${packages}, and has its disk space?`,
  );
  process.exit(1);
}

try {
  await compileCatalogs();
} catch (error) {
  console.error(`The texts could not be compiled: ${(error as Error).message}`);
  process.exit(1);
}
