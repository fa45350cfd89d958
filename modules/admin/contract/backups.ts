import { z } from 'zod';

/** POST /api/admin/backup-data: backups of everything, and the way back at a fresh place */
export const backupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getBackups') }),
  z.strictObject({ action: z.literal('make') }),
  z.strictObject({ action: z.literal('remove'), name: z.string().max(100) }),
  z.strictObject({ action: z.literal('restore'), bytes: z.int().min(1) }),
]);

export interface BackupCopy {
  name: string;
  bytes: number;
  /** in UTC */
  at: string;
  /** there is one in the bucket, too */
  isInBucket: boolean;
}

export interface BackupState {
  /** the newest first */
  copies: BackupCopy[];
  /** how far the one is that is being made, in words; null where none is */
  progress: string | null;
  /** why the last one failed, in words; null where it did not */
  fault: string | null;
}

export interface RestoreOutcome {
  /** in UTC */
  at: string;
  /** in words; null where all of it is back */
  fault: string | null;
  /** settings that were left out, a sentence each */
  notes: string[];
}

export interface BackupsAnswer extends BackupState {
  /** nobody dreamed here yet: a backup may be restored */
  isFresh: boolean;
  restored: RestoreOutcome | null;
}

/** POST /api/admin/restore-upload?at=BYTES, a piece of the file as it is */
export interface UploadAnswer {
  /** bytes that are here */
  at: number;
}
