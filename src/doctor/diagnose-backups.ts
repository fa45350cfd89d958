import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createS3Storage } from '../../modules/kit/s3/s3-storage.ts';
import { error, type Finding, ok, warning } from '../../modules/kit/settings/finding.ts';
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
  const cure = isNightly
    ? 'Make one now, and see the log of the last night.'
    : 'Set BACKUP_DAYS, or run bun run backup FILE every night.';
  if (at === null)
    return isNightly ? ok('the first backup is made at night') : warning('no backup was made yet', cure);
  const days = Math.floor((Date.now() - at) / DAY_MS);
  if (days >= OLD_BACKUP_DAYS) return warning(`the last backup is ${days} days old`, cure);
  return ok(days === 0 ? 'the last backup is not a day old' : `the last backup is ${days} days old`);
}

function judgeFolder(dir: string): Finding {
  const there = existsSync(dir) ? dir : dirname(dir);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(`backups lie in ${dir}`);
  } catch {
    return error(`${dir} can’t be written`, 'Make it, or name another one in BACKUP_DIR.');
  }
}

async function judgeBucket(config: Config): Promise<Finding> {
  const { BACKUP_URL: address, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = config;
  if (!address) return ok('no bucket keeps backups');
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  const storage = createS3Storage({ address, keys, links: false });
  try {
    await storage.check();
    return ok(`${storage.place} keeps them, too`);
  } catch (fault) {
    return error(
      `${storage.place} can’t be used (${fault instanceof Error ? fault.message : fault})`,
      'Check BACKUP_URL and S3_….',
    );
  }
}
