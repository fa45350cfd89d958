import { constants } from 'node:os';
import { errorCodes } from '../causes.ts';

/** Codes of the system, SQLite and Postgres; FFmpeg uses negative errno values. */
const CODES = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  '53100',
  -constants.errno.ENOSPC,
  -constants.errno.EDQUOT,
]);

/** True if an error, or one of its causes, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  return errorCodes(error).some((code) => CODES.has(code));
}
