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
import { m } from '../../modules/kit/texts/m.ts';

export const backupSettings = {
  BACKUP_DAYS: setting(whole(1, 3650).optional(), '–', m.backup_doc_backup_days),
  BACKUP_DIR: setting(text.optional(), 'DATA_DIR/backups', m.backup_doc_backup_dir),
  BACKUP_URL: setting(s3Address.optional(), '–', m.backup_doc_backup_url),
};

export type BackupConfig = SettingsOf<typeof backupSettings>;

export function checkBackupSettings(given: Given, fault: ReportFault): void {
  if (given.BACKUP_URL === undefined) return;
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (given[name] === undefined) fault(name, m.backup_setting_key());
}

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: BackupConfig & { DATA_DIR: string }): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');
