import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import type { Config } from '../config.ts';

/** Opens the bucket of BACKUP_URL; null if it isn't set. */
export const openBackupBucket = ({
  BACKUP_URL,
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
}: Config): Storage | null =>
  BACKUP_URL
    ? createS3Storage({
        address: BACKUP_URL,
        keys: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        links: false,
      })
    : null;
