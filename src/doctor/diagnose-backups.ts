import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { lastBackupAt } from '../backup/copies.ts';
import { backupFolder } from '../backup/settings.ts';
import type { Config } from '../config.ts';

const DAY_MS = 24 * 3600_000;
/** A backup this old no longer counts. */
export const OLD_BACKUP_DAYS = 8;

/** Checks that backups work and that there is a recent one. */
export async function diagnoseBackups(config: Config): Promise<Finding[]> {
  const findings = [judgeAge(await lastBackupAt(config.DATA_DIR), config.BACKUP_DAYS !== undefined)];
  if (config.BACKUP_DAYS || config.BACKUP_DIR) findings.push(judgeFolder(backupFolder(config)));
  if (config.BACKUP_URL) findings.push(await judgeBucket(config));
  return findings;
}

function judgeAge(at: number | null, isNightly: boolean): Finding {
  const cure = isNightly ? m.doctor_backups_cure() : m.doctor_backups_cure_off();
  if (at === null) return isNightly ? ok(m.doctor_backups_first()) : warning(m.doctor_backups_none(), cure);
  const days = Math.floor((Date.now() - at) / DAY_MS);
  if (days >= OLD_BACKUP_DAYS) return warning(m.doctor_backups_old({ days }), cure);
  return ok(m.doctor_backups_age({ days }));
}

function judgeFolder(dir: string): Finding {
  const there = existsSync(dir) ? dir : dirname(dir);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(m.doctor_backups_folder({ folder: dir }));
  } catch {
    return error(m.doctor_backups_folder_fault({ folder: dir }), m.doctor_backups_folder_cure());
  }
}

async function judgeBucket(config: Config): Promise<Finding> {
  const { BACKUP_URL: address, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = config;
  if (!address) return ok(m.doctor_backups_no_bucket());
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const storage = createS3Storage({ address, keys, links: false });
  try {
    await storage.check();
    return ok(m.doctor_backups_bucket({ place: storage.place }));
  } catch (fault) {
    return error(
      m.doctor_backups_bucket_fault({
        place: storage.place,
        message: fault instanceof Error ? fault.message : String(fault),
      }),
      m.doctor_backups_bucket_cure(),
    );
  }
}
