import { z } from 'zod';

/** POST /api/admin/backup-data: full backups, and restoring on a new installation */
export const backupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getBackups') }),
  z.strictObject({ action: z.literal('make') }),
  z.strictObject({ action: z.literal('remove'), name: z.string().max(100) }),
  z.strictObject({ action: z.literal('restore'), bytes: z.int().min(1) }),
]);

export type BackupDataRequest = z.output<typeof backupDataRequest>;

export interface BackupCopy {
  name: string;
  bytes: number;
  /** in UTC */
  at: string;
  /** also stored in the bucket */
  isInBucket: boolean;
}

export interface BackupState {
  /** newest first */
  copies: BackupCopy[];
  /** progress of the running backup, in words; null if none is running */
  progress: string | null;
  /** why the last one failed, in words; null if it succeeded */
  fault: string | null;
}

export interface RestoreOutcome {
  /** in UTC */
  at: string;
  /** in words; null if everything was restored */
  fault: string | null;
  /** settings that were left out, one sentence each */
  notes: string[];
}

export interface BackupsAnswer extends BackupState {
  /** true before the first dream: a backup can be restored */
  isFresh: boolean;
  restored: RestoreOutcome | null;
}

/** POST /api/admin/restore-upload?at=BYTES: a raw piece of the file */
export interface UploadAnswer {
  /** bytes received so far */
  at: number;
}
