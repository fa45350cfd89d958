/** `bun run storage:move s3` or `files`: copies all stored files to the other side while the program runs. */
import { m } from '../modules/kit/texts/m.ts';
import './start/require-node.ts';

import { takeLock } from '../modules/kit/storage/file-lock.ts';
import { type Moved, moveFiles } from '../modules/kit/storage/move-files.ts';
import type { Storage } from '../modules/kit/storage/storage.ts';
import { StorageError } from '../modules/kit/storage/storage-error.ts';
import { formatBytes } from '../modules/kit/texts/formats.ts';
import { openSides } from './open-storage.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { holderOf } from './start/data-dir.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { createProgress } from './start/progress.ts';
import { runCommand, StartFault } from './start/start-fault.ts';

const USAGE = 'bun run storage:move s3|files [--remove]';

await runCommand(async () => {
  const own = findOwnConfig();
  const { to, remove } = readArguments(process.argv.slice(2));
  const config = own.read();
  keepFilesPrivate(config.DATA_DIR);
  const { files, bucket } = openSides(config);
  if (!bucket) {
    throw new StartFault(
      `STORAGE_URL: ${m.start_storage_move_no_bucket()}`,
      m.start_storage_move_no_bucket_cure(),
    );
  }
  // Two concurrent moves with --remove could each mistake the other's copy for a deleted file.
  const release = takeLock(`${config.DATA_DIR}/storage-move.sqlite`, 0);
  if (!release) throw new StartFault(m.start_storage_move_runs(), m.start_storage_move_runs_cure());
  const [source, target] = to === 's3' ? [files, bucket] : [bucket, files];
  if (remove && to === 's3' && holderOf(config.DATA_DIR)?.storage === files.place) {
    throw new StartFault(m.start_storage_move_server(), m.start_storage_move_server_cure());
  }
  await checkBoth(source, target);
  console.log(m.start_storage_move_from({ source: source.place, target: target.place }));
  const report = createProgress();
  const onProgress = ({ moved, skipped, failed, bytes }: Moved, of: number) =>
    report(
      m.start_storage_move_progress({
        done: moved + skipped + failed,
        total: of,
        size: formatBytes(bytes),
      }),
    );
  const done = await moveFiles(source, target, { remove, onProgress, onFailure });
  release();
  if (done.failed > 0) console.log(m.start_storage_move_failed());
  else if (!remove) console.log(nextStep(to, source));
  console.log(m.start_storage_move_done(done));
  process.exit(done.failed > 0 ? 1 : 0);
});

function readArguments(given: string[]): { to: 's3' | 'files'; remove: boolean } {
  const [to, ...rest] = given.filter((one) => one !== '--remove');
  if ((to !== 's3' && to !== 'files') || rest.length > 0)
    throw new StartFault(m.start_usage({ usage: USAGE }));
  return { to, remove: given.includes('--remove') };
}

async function checkBoth(source: Storage, target: Storage): Promise<void> {
  try {
    await source.check();
    await target.check();
  } catch (error) {
    throw error instanceof StorageError
      ? new StartFault(`STORAGE_URL: ${error.reason}`, error.cure, { cause: error })
      : error;
  }
}

function onFailure(key: string, error: unknown): void {
  console.error(`${key}: ${error instanceof Error ? error.message : error}`);
}

function nextStep(to: 's3' | 'files', source: Storage): string {
  const next = to === 's3' ? m.start_storage_move_next_bucket : m.start_storage_move_next_files;
  return next({ source: source.place });
}
