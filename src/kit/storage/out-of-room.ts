import { constants } from 'node:os';
import { errorCodes } from '../causes.ts';

/** Of the system, SQLite and Postgres; FFmpeg gives the system's numbers with a minus. */
const CODES = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  '53100',
  -constants.errno.ENOSPC,
  -constants.errno.EDQUOT,
]);

/** True if an error, or its cause, is a disk that has no room left. */
export function isOutOfRoom(error: unknown): boolean {
  return errorCodes(error).some((code) => CODES.has(code));
}
