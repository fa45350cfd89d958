import type { AdminPorts } from '../../modules/admin/admin.ts';
import { AppError } from '../../modules/kit/errors.ts';
import { m } from '../../modules/kit/texts/m.ts';
import type { Backups } from '../backup/copies.ts';
import { createRestoreUpload, readOutcome } from '../backup/restore-upload.ts';
import type { Config } from '../config.ts';
import type { SetupProcess } from './setup.ts';

/** Backups for the dashboard, and the restart that restores an uploaded one. */
export function createPageBackups(
  config: Config,
  backups: Backups,
  { restart }: SetupProcess,
): AdminPorts['backups'] {
  const upload = createRestoreUpload(config);
  return {
    read: backups.read,
    begin: backups.begin,
    open: backups.open,
    remove: backups.remove,
    restored: () => readOutcome(config.DATA_DIR),
    addPiece: upload.add,
    async restore(bytes) {
      if (!restart || config.NODE_URL !== undefined) {
        throw new AppError(409, 'by-hand', m.setup_error_restore_by_hand());
      }
      await upload.finish(bytes);
      restart.begin(false);
    },
  };
}
