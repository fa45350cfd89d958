import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Installs the packages of the lock file unless they are there already. A stamp inside node_modules says which
 * lock file they came from, so that a ready box pays one hash and no more. It is a program of its own, run
 * before every command: a process that once looked for a package in vain would not find it after this either.
 */
function installPackages(): void {
  const stamp = join(root, 'node_modules/.reverie-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'bun.lock')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages (once)…');
  const { status } = spawnSync(process.execPath, ['install', '--frozen-lockfile'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    console.error('The packages could not be installed. Is the npm registry reachable? Then run this again.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

installPackages();
