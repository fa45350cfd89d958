import { join } from 'node:path';
import { s3Address } from '../../modules/kit/s3/settings.ts';
import {
  type Given,
  type ReportFault,
  type SettingsOf,
  setting,
  text,
  whole,
} from '../../modules/kit/settings/setting.ts';

export const backupSettings = {
  BACKUP_DAYS: setting(
    whole(1, 3650).optional(),
    '–',
    'makes a backup every night and keeps each for so many days; none is made when not set, and copies made by hand on the page, before an upgrade or before a restore end after 90 days',
  ),
  BACKUP_DIR: setting(
    text.optional(),
    'DATA_DIR/backups',
    'folder that backups are made in, on another disk at best',
  ),
  BACKUP_URL: setting(
    s3Address.optional(),
    '–',
    '`s3://bucket/prefix?endpoint=…&region=…` keeps a copy of each in a bucket as well, with the keys of S3_…',
  ),
};

export type BackupConfig = SettingsOf<typeof backupSettings>;

export function checkBackupSettings(given: Given, fault: ReportFault): void {
  if (given.BACKUP_URL === undefined) return;
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (given[name] === undefined) fault(name, 'must be set where BACKUP_URL is');
}

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: BackupConfig & { DATA_DIR: string }): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');
