/** `bun run restore FILE`: restores a backup into an empty data folder. */
import { m } from '../modules/kit/texts/m.ts';
import './start/require-node.ts';

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openDatabase } from '../db/open.ts';
import { systemClock } from '../modules/kit/clock.ts';
import { createLog } from '../modules/kit/log.ts';
import { isDiskFull } from '../modules/kit/storage/disk-full.ts';
import { formatBytes } from '../modules/kit/texts/formats.ts';
import { shownText } from '../modules/kit/texts/shown-text.ts';
import { ArchiveError } from './backup/archive-reader.ts';
import { writeDueLedger } from './backup/due-ledger.ts';
import { restoreArchive } from './backup/restore-archive.ts';
import { removeMarker } from './backup/restore-marker.ts';
import { assertNoSwitch } from './backup/switch.ts';
import type { Config } from './config.ts';
import { checkStorage, openStorage } from './open-storage.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { takeDataDir } from './start/data-dir.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { createProgress } from './start/progress.ts';
import { explained, runCommand, StartFault } from './start/start-fault.ts';
import { databaseFault } from './start/start-words.ts';

const USAGE = 'bun run restore FILE';

await runCommand(async () => {
  const own = findOwnConfig();
  const [given, ...rest] = process.argv.slice(2);
  if (!given || rest.length > 0) throw new StartFault(m.start_usage({ usage: USAGE }));
  const path = resolve(given);
  if (!existsSync(path))
    throw new StartFault(m.backup_restore_missing({ path }), m.backup_restore_missing_cure());
  const config = own.read();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STORAGE_URL: address } = config;
  const lock = takeDataDir(dataDir);
  assertNoSwitch(dataDir);
  keepFilesPrivate(dataDir);
  const storage = openStorage(config);
  await checkStorage(storage, createLog(config.LOG_LEVEL));
  const report = createProgress();
  const { files, leftOut, madeAt } = await explained(
    () =>
      restoreArchive(path, {
        dataDir,
        database: databaseUrl ? 'postgres' : 'sqlite',
        databaseUrl: databaseUrl ?? null,
        storage,
        isFolder: !address || address.leaving,
        place: { environment: own.environment, own: {} },
        onProgress: (doing, bytes, of) =>
          report(
            doing === 'checked'
              ? m.backup_restore_checked({ size: formatBytes(bytes) })
              : m.backup_restore_progress({ size: formatBytes(bytes), total: formatBytes(of ?? bytes) }),
          ),
      }),
    (error) => explain(path, config, error),
  );
  writeDueLedger(dataDir, { madeAt, beside: dirname(path) });
  await removeMarker(dataDir);
  const said = await explained(
    () => applyLedger(config),
    (error) => databaseFault(config, error),
  );
  lock.release();
  for (const sentence of [...leftOut, ...said]) console.log(shownText(sentence));
  console.log(m.backup_restore_done({ count: files }));
  process.exit(0);
});

/** If it is killed here, the next start applies the ledger. @returns sentences about what it did */
async function applyLedger(config: Config): Promise<string[]> {
  const db = await openDatabase(config);
  try {
    // Imports tables, which are built for the open database.
    const { createLedger } = await import('./backup/ledger.ts');
    return await createLedger({
      config,
      db,
      clock: systemClock,
      log: createLog(config.LOG_LEVEL),
    }).applyDue();
  } finally {
    await db.close();
  }
}

function explain(path: string, config: Config, error: unknown): unknown {
  if (error instanceof ArchiveError)
    return new StartFault(
      m.backup_restore_failed({ path, reason: error.message }),
      m.backup_restore_failed_cure(),
      {
        cause: error,
      },
    );
  if (isDiskFull(error)) {
    return new StartFault(
      `DATA_DIR: ${m.backup_restore_disk_full({ path: config.DATA_DIR })}`,
      m.backup_restore_disk_full_cure(),
      {
        cause: error,
      },
    );
  }
  return databaseFault(config, error);
}
