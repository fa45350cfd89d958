/** `bun run backup FILE`: writes everything into one archive while the program runs. */
import { m } from '../modules/kit/texts/m.ts';
import './start/require-node.ts';

import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { SQLITE_FILE } from '../db/settings.ts';
import { createLog } from '../modules/kit/log.ts';
import { isDiskFull } from '../modules/kit/storage/disk-full.ts';
import { takeLock } from '../modules/kit/storage/file-lock.ts';
import { formatBytes } from '../modules/kit/texts/formats.ts';
import { BACKED_UP, LAST_BACKUP_FILE } from './backup/data-files.ts';
import { copyLedgers } from './backup/due-ledger.ts';
import { makeBackup, unfinishedFiles } from './backup/make-backup.ts';
import { assertNoUnfinishedRestore } from './backup/restore-marker.ts';
import { sweepUnfinished } from './backup/sweep-unfinished.ts';
import { assertNoSwitch } from './backup/switch.ts';
import type { Config } from './config.ts';
import { checkStorage, openStorage } from './open-storage.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { createProgress } from './start/progress.ts';
import { explained, runCommand, StartFault } from './start/start-fault.ts';
import { databaseFault } from './start/start-words.ts';

const DAY_MS = 24 * 3600_000;
const USAGE = 'bun run backup FILE';
/** Holds the path of the archive in progress; survives a killed run. */
const UNDER_WAY_FILE = 'backup-under-way';

await runCommand(async () => {
  const own = findOwnConfig();
  const path = readTarget(process.argv.slice(2));
  const config = own.read();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  assertSource(config);
  assertOutside(path, dataDir);
  keepFilesPrivate(dataDir);
  const release = takeLock(join(dataDir, 'backup.sqlite'), 0);
  if (!release) throw new StartFault(m.backup_runs(), m.backup_runs_cure());
  // We hold the lock, so no other run owns these leftovers of a killed one, wherever it put its archive.
  const underWay = join(dataDir, UNDER_WAY_FILE);
  for (const left of [path, ...(existsSync(underWay) ? [readFileSync(underWay, 'utf8')] : [])]) clean(left);
  sweepUnfinished(dirname(path));
  writeFileSync(underWay, path);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      clean(path);
      rmSync(underWay, { force: true });
      process.exit(1);
    });
  }
  const storage = openStorage(config);
  await checkStorage(storage, createLog(config.LOG_LEVEL));
  const report = createProgress();
  const { files, bytes } = await explained(
    () =>
      makeBackup(path, {
        dataDir,
        databaseUrl,
        storage,
        mailsSince: Date.now() - config.OUTBOX_DAYS * DAY_MS,
        onProgress: (done, of, written) =>
          report(m.backup_progress({ done, total: of, size: formatBytes(written) })),
      }),
    (error) => explain(path, config, error),
  );
  await copyLedgers(dataDir, dirname(path));
  writeFileSync(join(dataDir, LAST_BACKUP_FILE), String(Math.floor(Date.now() / 1000)));
  rmSync(underWay, { force: true });
  release();
  console.log(m.backup_done({ path, count: files, size: formatBytes(bytes) }));
  process.exit(0);
});

function readTarget(given: string[]): string {
  const [target, ...rest] = given;
  if (!target || rest.length > 0) throw new StartFault(m.start_usage({ usage: USAGE }));
  const path = resolve(target);
  if (existsSync(path)) throw new StartFault(m.backup_exists({ path }), m.backup_exists_cure());
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new StartFault(m.backup_no_folder({ path: dirname(path) }), m.backup_no_folder_cure());
  return path;
}

function assertSource({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config): void {
  if (!existsSync(databaseUrl ? dataDir : join(dataDir, SQLITE_FILE))) {
    throw new StartFault(`DATA_DIR: ${m.backup_nothing({ path: dataDir })}`, m.backup_nothing_cure());
  }
  assertNoUnfinishedRestore(dataDir);
  assertNoSwitch(dataDir);
}

/** An archive inside a folder that it packs would contain itself. */
function assertOutside(path: string, dataDir: string): void {
  const target = realpathSync(dirname(path));
  for (const name of BACKED_UP) {
    const packed = join(realpathSync(dataDir), name);
    if (`${target}${sep}`.startsWith(`${packed}${sep}`))
      throw new StartFault(m.backup_inside({ path: packed }), m.backup_inside_cure());
  }
}

function clean(path: string): void {
  for (const unfinished of unfinishedFiles(path)) rmSync(unfinished, { force: true });
}

function explain(path: string, config: Config, error: unknown): unknown {
  if (isDiskFull(error))
    return new StartFault(m.backup_disk_full({ path }), m.backup_disk_full_cure(), {
      cause: error,
    });
  if (error instanceof Error && 'path' in error && error.path === unfinishedFiles(path)[0])
    return new StartFault(
      m.backup_not_writable({ path, message: error.message }),
      m.backup_not_writable_cure(),
      { cause: error },
    );
  return databaseFault(config, error);
}
