/** `bun run storage:move s3` or `files`: copies all stored files to the other side while the program runs. */
import './start/require-node.ts';

import { takeLock } from '../modules/kit/storage/file-lock.ts';
import { type Moved, moveFiles } from '../modules/kit/storage/move-files.ts';
import type { Storage } from '../modules/kit/storage/storage.ts';
import { StorageError } from '../modules/kit/storage/storage-error.ts';
import { openSides } from './open-storage.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { holderOf } from './start/data-dir.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { createProgress } from './start/progress.ts';
import { runCommand, StartFault } from './start/start-fault.ts';

const USAGE = 'bun run storage:move s3|files [--remove]';

await runCommand(async () => {
  const { to, remove } = readArguments(process.argv.slice(2));
  const config = findOwnConfig().read();
  keepFilesPrivate(config.DATA_DIR);
  const { files, bucket } = openSides(config);
  if (!bucket) {
    throw new StartFault('STORAGE_URL: names no bucket. Set it, with its keys, to move files there or back.');
  }
  // Two concurrent moves with --remove could each mistake the other's copy for a deleted file.
  const release = takeLock(`${config.DATA_DIR}/storage-move.sqlite`, 0);
  if (!release)
    throw new StartFault('Files are being moved already. Wait until that ends, then run this again.');
  const [source, target] = to === 's3' ? [files, bucket] : [bucket, files];
  if (remove && to === 's3' && holderOf(config.DATA_DIR)?.storage === files.place) {
    throw new StartFault(
      'The server that runs on this DATA_DIR does not know the bucket. Start it with STORAGE_URL first, then run this again.',
    );
  }
  await checkBoth(source, target);
  console.log(`From ${source.place} to ${target.place}`);
  const report = createProgress();
  const onProgress = ({ moved, skipped, failed, bytes }: Moved, of: number) =>
    report(`${moved + skipped + failed} of ${of} files, ${Math.round(bytes / 1e6)} MB copied`);
  const done = await moveFiles(source, target, { remove, onProgress, onFailure });
  release();
  if (done.failed > 0) console.log('What failed still lies where it lay. Run this again.');
  else if (!remove) console.log(nextStep(to, source));
  console.log(`moved ${done.moved}, skipped ${done.skipped}, failed ${done.failed}`);
  process.exit(done.failed > 0 ? 1 : 0);
});

function readArguments(given: string[]): { to: 's3' | 'files'; remove: boolean } {
  const [to, ...rest] = given.filter((one) => one !== '--remove');
  if ((to !== 's3' && to !== 'files') || rest.length > 0) throw new StartFault(`Say where to: ${USAGE}`);
  return { to, remove: given.includes('--remove') };
}

async function checkBoth(source: Storage, target: Storage): Promise<void> {
  try {
    await source.check();
    await target.check();
  } catch (error) {
    throw error instanceof StorageError
      ? new StartFault(`STORAGE_URL: ${error.message}`, { cause: error })
      : error;
  }
}

function onFailure(key: string, error: unknown): void {
  console.error(`${key}: ${error instanceof Error ? error.message : error}`);
}

function nextStep(to: 's3' | 'files', source: Storage): string {
  const settled =
    to === 's3'
      ? 'Once the program runs with STORAGE_URL'
      : 'Once the program runs with &leaving=on or without STORAGE_URL';
  return `Everything is copied. ${settled}, run this again with --remove: it copies what came meanwhile and empties ${source.place}.`;
}
