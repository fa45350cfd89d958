import { join } from 'node:path';
import type { Log } from '../modules/kit/log.ts';
import { createS3Storage } from '../modules/kit/s3/s3-storage.ts';
import { createFileStorage } from '../modules/kit/storage/file-storage.ts';
import { joinStorages } from '../modules/kit/storage/joined-storage.ts';
import type { Storage } from '../modules/kit/storage/storage.ts';
import { StorageError } from '../modules/kit/storage/storage-error.ts';
import type { Config } from './config.ts';
import { StartFault } from './start/start-fault.ts';

type StorageSettings = Pick<
  Config,
  'DATA_DIR' | 'STORAGE_URL' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'STORAGE_PROXY'
>;

/** The folder in DATA_DIR, and the bucket if one is set. */
export function openSides(config: StorageSettings): { files: Storage; bucket: Storage | null } {
  const {
    STORAGE_URL: address,
    S3_ACCESS_KEY_ID: accessKeyId = '',
    S3_SECRET_ACCESS_KEY: secretAccessKey = '',
  } = config;
  return {
    files: createFileStorage(join(config.DATA_DIR, 'media')),
    bucket: address
      ? createS3Storage({ address, keys: { accessKeyId, secretAccessKey }, links: !config.STORAGE_PROXY })
      : null,
  };
}

/**
 * The program's file storage. With a bucket, files still in the folder remain readable; while a bucket is being left,
 * the reverse.
 */
export function openStorage(config: StorageSettings): Storage {
  const { files, bucket } = openSides(config);
  if (!bucket) return files;
  return config.STORAGE_URL?.leaving ? joinStorages(files, bucket) : joinStorages(bucket, files);
}

/**
 * Stops the start on faults that need a change to the settings or the bucket. Unreachable storage may recover, so it
 * only logs a warning.
 * @throws StartFault with cause and cure
 */
export async function checkStorage(storage: Storage, log: Log): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (!error.passing) throw new StartFault(`STORAGE_URL: ${error.reason}`, error.cure, { cause: error });
    log.warn('the storage isn’t responding; starting without it', { error });
  }
}
